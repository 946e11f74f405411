import type { Extreme, Height, Tides } from './api.js';
import { formatHeight, formatTime } from './format.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 720;
const HEIGHT = 240;
const MARGIN = 24;

interface Scale {
  x(time: string): number;
  y(metres: number): number;
}

/** Replaces what the chart shows. */
export function drawChart(svg: SVGSVGElement, { heights, extremes }: Tides): void {
  const scale = scaleFor(heights);
  svg.replaceChildren(curve(heights, scale), ...extremes.map((extreme) => label(extreme, scale)));
}

function scaleFor(heights: readonly Height[]): Scale {
  const times = heights.map(({ time }) => Date.parse(time));
  const metres = heights.map(({ height }) => height);
  const toX = linear([Math.min(...times), Math.max(...times)], [MARGIN, WIDTH - MARGIN]);
  // Screens count downwards.
  const toY = linear([Math.min(...metres), Math.max(...metres)], [HEIGHT - MARGIN, MARGIN]);
  return { x: (time) => toX(Date.parse(time)), y: toY };
}

type Interval = readonly [from: number, to: number];

function linear([from, to]: Interval, [low, high]: Interval): (value: number) => number {
  const span = to - from;
  return (value) => (span === 0 ? (low + high) / 2 : low + ((value - from) / span) * (high - low));
}

function curve(heights: readonly Height[], scale: Scale): SVGElement {
  const points = heights.map(({ time, height }) => `${scale.x(time).toFixed(1)},${scale.y(height).toFixed(1)}`);
  return element('polyline', { class: 'curve', points: points.join(' ') });
}

function label(extreme: Extreme, scale: Scale): SVGElement {
  const y = scale.y(extreme.height) + (extreme.kind === 'high' ? -8 : 16);
  const text = element('text', { class: extreme.kind, x: scale.x(extreme.time).toFixed(1), y: y.toFixed(1) });
  text.textContent = `${formatTime(extreme.time)} ${formatHeight(extreme.height)}`;
  return text;
}

function element(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

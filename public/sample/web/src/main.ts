import { listHarbours, loadTides, ServiceError, type Extreme } from './api.js';
import { drawChart } from './chart.js';
import { formatHeight, formatTime } from './format.js';

const HOURS = 25; // A little more than one lunar day, so that two high waters always show.

const select = find<HTMLSelectElement>('#harbour');
const chart = find<SVGSVGElement>('#chart');
const list = find<HTMLOListElement>('#extremes');
const message = find<HTMLElement>('#message');

let current = new AbortController();

select.addEventListener('change', () => void show(select.value));
await start();

async function start(): Promise<void> {
  const harbours = await listHarbours();
  select.replaceChildren(...harbours.map(({ id, name }) => new Option(name, id)));
  const [first] = harbours;
  if (first === undefined) message.textContent = 'No harbour is known yet.';
  else await show(first.id);
}

/** The latest choice wins: an answer to an earlier one is dropped. */
async function show(harbour: string): Promise<void> {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  try {
    const tides = await loadTides(harbour, HOURS, signal);
    drawChart(chart, tides);
    list.replaceChildren(...tides.extremes.map(listItem));
    message.textContent = '';
  } catch (error) {
    if (!signal.aborted) message.textContent = describe(error);
  }
}

function listItem({ kind, time, height }: Extreme): HTMLLIElement {
  const item = document.createElement('li');
  item.className = kind;
  item.textContent = `${kind === 'high' ? 'High' : 'Low'} water ${formatTime(time)}, ${formatHeight(height)}`;
  return item;
}

function describe(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return 'The tide service does not answer.';
}

function find<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

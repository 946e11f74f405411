import { countOf } from '../languages/cuts';
import { countLines } from '../files/normalise';

const SHOWN_LINES = 8;
const SHOWN_UNITS = 200;

/** Type, line count and the first lines. */
export function summariseOther(languageName: string, text: string): string {
  const lines = text.slice(0, 20_000).split('\n', SHOWN_LINES);
  const first = lines.map((line) => (line.length > SHOWN_UNITS ? `${line.slice(0, SHOWN_UNITS)}…` : line));
  return `${[`${languageName}, ${countOf(countLines(text))}`, '', ...first].join('\n').trimEnd()}\n`;
}

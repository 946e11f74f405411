import { withoutSecrets } from './config';
import { countOf } from '../languages/cuts';
import { countLines } from '../files/normalise';

const SHOWN_LINES = 8;
const SHOWN_UNITS = 200;

/** Type, line count and the first lines, which may be of a configuration that could not be read: their secrets are hidden. */
export function summariseOther(languageName: string, text: string): string {
  const lines = text.slice(0, 20_000).split('\n', SHOWN_LINES);
  const first = lines.map((line) =>
    line.length > SHOWN_UNITS ? `${withoutSecrets(line.slice(0, SHOWN_UNITS))}…` : withoutSecrets(line),
  );
  return `${[`${languageName}, ${countOf(countLines(text))}`, '', ...first].join('\n').trimEnd()}\n`;
}

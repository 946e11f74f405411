import { counted } from '../counted';
import { countLines } from '../files/normalize';
import { withoutSecrets } from '../secrets/withoutSecrets';

const SHOWN_LINES = 8;
const SHOWN_UNITS = 200;
/** UTF-16 units to search for secrets. */
const LOOKED_AT_UNITS = 8_000;

/**
 * Summarizes any other file: type, line count, and the first lines. These may come from a configuration file that could
 * not be parsed, so secrets are hidden.
 */
export function summarizeOther(languageName: string, text: string): string {
  const head = text.slice(0, LOOKED_AT_UNITS).split('\n', SHOWN_LINES).join('\n');
  const first = withoutSecrets(head)
    .split('\n')
    .map((line) => (line.length > SHOWN_UNITS ? `${line.slice(0, SHOWN_UNITS)}…` : line));
  return `${[`${languageName}, ${counted(countLines(text), 'line')}`, '', ...first].join('\n').trimEnd()}\n`;
}

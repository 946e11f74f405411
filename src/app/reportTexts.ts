import type { Report } from './report';

/** The fields of a report with texts that may contain secrets. */
const TEXT_FIELDS = new Set([
  'answer',
  'comment',
  'content',
  'prompts',
  'signature',
  'summary',
  'task',
  'title',
]);

/** The report without secrets in its texts. `hide` hides them, text by text. */
export async function withHiddenSecrets(
  report: Report,
  hide: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<Report> {
  const texts: string[] = [];
  changeTexts(report, false, (text) => {
    texts.push(text);
    return text;
  });
  const hidden = await hide(texts);
  let at = 0;
  return changeTexts(report, false, (text) => hidden[at++] ?? text) as Report; // has the same shape
}

function changeTexts(value: unknown, isText: boolean, change: (text: string) => string): unknown {
  if (typeof value === 'string') return isText ? change(value) : value;
  if (Array.isArray(value)) return value.map((each) => changeTexts(each, isText, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, changeTexts(each, TEXT_FIELDS.has(key), change)]),
  );
}

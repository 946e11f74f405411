import type { Report } from './report';

/** The fields of a report that identify things. All other texts may contain secrets. */
const IDENTIFIERS = new Set(
  (
    'id path hash key file from to turn covers kind decision severity section language encoding mode state tier layout ' +
    'role injectedAt strategy agentTier'
  ).split(' '),
);

/** The report without secrets in its texts. `hide` hides them, text by text. */
export async function withHiddenSecrets(
  report: Report,
  hide: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<Report> {
  const texts: string[] = [];
  changeTexts(report, true, (text) => {
    texts.push(text);
    return text;
  });
  const hidden = await hide(texts);
  let at = 0;
  return changeTexts(report, true, (text) => hidden[at++] ?? text) as Report; // has the same shape
}

function changeTexts(value: unknown, isText: boolean, change: (text: string) => string): unknown {
  if (typeof value === 'string') return isText ? change(value) : value;
  if (Array.isArray(value)) return value.map((each) => changeTexts(each, isText, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      changeTexts(each, isText && !IDENTIFIERS.has(key), change),
    ]),
  );
}

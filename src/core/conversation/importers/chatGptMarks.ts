/** Marks within ChatGPT's answers: citations, names with a card, links, pictures. */
import { isObject, textOf, type Fields } from '../foreignMessage';
import { parsed } from './quoted';

/**
 * Puts the words that ChatGPT shows in the place of each mark. Marks are between private characters; `references` say what
 * to show for most.
 */
export function withoutMarks(text: string, references: readonly Fields[]): string {
  if (!text.includes(OPEN) && !text.includes('【')) return text;
  const shown = new Map(references.map((each) => [each['matched_text'], each]));
  return text
    .replaceAll(/(?<![ \t])([ \t]*)(\ue200[^\ue200\ue201]*\ue201)/g, (_, blank: string, mark: string) => {
      const reference = shown.get(mark);
      const alt = reference?.['alt'];
      if (typeof alt === 'string' && alt !== '') return ` ${textOf(alt)}`;
      const words = wordsIn(mark, reference);
      return words === '' ? '' : `${blank}${words}`;
    })
    .replaceAll(/【[^【】]{1,200}】/g, (mark) => textOf(shown.get(mark)?.['alt']) || mark);
}

const OPEN = '\ue200';

/** The words of a mark: `\ue200KIND\ue202…\ue201` with a list in JSON, words, or ids such as `turn0search1`. */
function wordsIn(mark: string, reference: Fields | undefined): string {
  const [kind = '', ...given] = mark.slice(1, -1).split('\ue202');
  const data = parsed(given[0] ?? '');
  if (Array.isArray(data)) return textOf(data[1]) || textOf(data[0]);
  if (isObject(data)) {
    const queries = Array.isArray(data['query']) ? data['query'].map(textOf).join(', ') : '';
    return queries === '' ? textOf(data['title'] ?? data['name']) : `[images: ${queries}]`;
  }
  const name = textOf(reference?.['name'] ?? reference?.['title']);
  const words = given.find((each) => !ID.test(each));
  if (kind.endsWith('cite')) return name === '' ? '' : `(${name})`;
  return textOf(words) || name;
}

/** Ids of results, and lines of files. */
const ID = /^(?:turn\d+\w*|L\d+(?:-L?\d+)?)?$/;

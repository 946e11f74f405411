/** UTF-16 units to search for the end of a sentence. */
const PROBE = 600;
const MAX_SENTENCE = 200;

/** The first sentence of a doc comment or docstring, without comment marks; undefined if it is empty. */
export function firstSentenceOfDoc(comment: string): string | undefined {
  const lines = comment.slice(0, PROBE).split('\n').map(withoutMarks);
  return firstSentence(lines.join('\n').trim());
}

/** The first sentence of a text's first paragraph. */
export function firstSentence(text: string): string | undefined {
  const paragraph = (
    text
      .slice(0, PROBE)
      .trimStart()
      .split(/\n[ \t]*\n/, 1)[0] ?? ''
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
  const end = /[.!?](?=\s|$)/.exec(paragraph);
  const sentence = end === null ? paragraph : paragraph.slice(0, end.index + 1);
  if (sentence === '') return undefined;
  return sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence;
}

/** Removes the comment marks of any language from a line. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(
      /^(?:[rRuUbB]{0,2}(?:"""|'''|"|')|\/\*+!?|\*+(?!\/)|\/{2,3}!?|#+!?|--+\[*|;+|%+|\(\*+|\{-\s?\|?|<!--)\s?/,
      '',
    )
    .replace(/\s*(?:"+|'{3}|(?<=[.!?])'|\*+\/|\*\)|-\}|-->|\]\])\s*$/, '');
}

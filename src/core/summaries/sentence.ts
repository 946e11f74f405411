/** How far a sentence is looked for. */
const PROBE = 600;
const MAX_SENTENCE = 200;

/** The first sentence of a doc comment or docstring, its marks taken off; undefined for an empty one. */
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

/** Without what makes a line a comment in one language or another. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(
      /^(?:[rRuUbB]{0,2}(?:"""|'''|"|')|\/\*+!?|\*+(?!\/)|\/{2,3}!?|#+!?|--+\[*|;+|%+|\(\*+|\{-\s?\|?|<!--)\s?/,
      '',
    )
    .replace(/\s*(?:"+|'{3}|(?<=[.!?])'|\*+\/|\*\)|-\}|-->|\]\])\s*$/, '');
}

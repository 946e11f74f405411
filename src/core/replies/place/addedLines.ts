/** How lines that an edit adds are written in the file. */
import { countOf, decoded, DECODINGS, foldLine, indentOf, type Decoding } from './foldLine';
import type { IndentMap, LinePair } from './indentMap';

/**
 * The decodings that the old lines prove: some line of the reply has more such characters than the file's line, and
 * none has as many.
 */
export function decodingsOf(pairs: readonly LinePair[]): readonly Decoding[] {
  const changed = pairs.filter(({ written, present }) => written !== present);
  const same = pairs.filter(({ written, present }) => written === present);
  return DECODINGS.filter(
    (decoding) =>
      changed.some(({ written, present }) => countOf(written, decoding) > countOf(present, decoding)) &&
      changed.every(
        ({ written, present }) =>
          countOf(written, decoding) === 0 || countOf(written, decoding) > countOf(present, decoding),
      ) &&
      same.every(({ written }) => countOf(written, decoding) === 0),
  );
}

/** An added line in the file's style; undefined if its indentation there is unknown. */
export function addedLine(
  text: string,
  decodings: readonly Decoding[],
  indents: IndentMap,
): string | undefined {
  const plain = decodings.reduce((line, decoding) => decoded(line, decoding), text);
  const folded = foldLine(plain);
  if (folded.trim() === '') return plain;
  const indent = indentOf(folded);
  const mapped = indents(indent);
  if (mapped === undefined) return undefined;
  return mapped === indent ? plain : mapped + plain.trimStart();
}

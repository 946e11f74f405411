/** Creates slices of files, and stores the texts that they were created from. */
import { findSecrets } from '../../src/core/secrets/findSecrets';
import { foundSecrets } from './foundSecrets';
import type { FactsOutcome } from '../../src/core/facts/outcome';
import { focusedLines } from '../../src/core/fit/focusedLines';
import { sliceComments } from '../../src/core/fit/sliceComments';
import { createTermsReader } from '../../src/core/ranking/windowTerms';
import { createWindowFinder } from '../../src/core/ranking/windows';
import { createSlice, type SlicedFile } from '../../src/core/slices/createSlice';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import { splitLines } from '../../src/core/slices/lineIndex';
import { symbolLinesOf } from '../../src/core/slices/symbolLines';
import type { TextStore } from '../caches/textStore';
import type { FileBytes, Focus } from './contract';
import type { HashedText } from './hashedText';
import { textsWithFacts, type FactsSource } from './textsWithFacts';

export interface SlicingParts extends FactsSource {
  readonly textStore: TextStore;
}

export async function anchorSlices(
  file: FileBytes,
  wanted: readonly SliceRequest[],
  parts: SlicingParts,
): Promise<readonly CustomSlice[] | undefined> {
  const [slices] = await slicesOf([file], parts, (sliced) => wanted.map((each) => createSlice(sliced, each)));
  return slices;
}

export async function focusFiles(
  files: readonly FileBytes[],
  { terms, shares, tag }: Focus,
  parts: SlicingParts,
): Promise<readonly (readonly (readonly CustomSlice[])[])[]> {
  const termsOf = createTermsReader();
  const { windowsOf } = createWindowFinder(terms);
  const found = await slicesOf(files, parts, (sliced, text, outcome) => {
    const windows = windowsOf(termsOf(text));
    const symbols = outcome.kind === 'facts' ? outcome.facts.symbols : [];
    return shares.map((share) => {
      const ranges = focusedLines(windows, sliced.lines.length, share);
      const comments = sliceComments(symbols, ranges);
      return ranges.map((lines, at) => createSlice(sliced, { ...lines, tag, comment: comments[at] }));
    });
  });
  return found.map((levels) => levels ?? shares.map(() => []));
}

async function slicesOf<R>(
  files: readonly FileBytes[],
  { textStore, ...source }: SlicingParts,
  create: (sliced: SlicedFile, text: string, outcome: FactsOutcome) => R,
): Promise<readonly (R | undefined)[]> {
  const created = await textsWithFacts(files, source, (text, outcome) => {
    source.progress(`slice ${text.path}`);
    return { text, slices: create(slicedFile(text, outcome), text.text, outcome) };
  });
  const toStore = created.flatMap((each) =>
    each === undefined || hasSecrets(each.text) ? [] : [[each.text.hash, each.text.text] as const],
  );
  await textStore.put(new Map(toStore));
  return created.map((each) => each?.slices);
}

/** A text with secrets is not stored. Its slices are found again by their anchors alone. */
function hasSecrets({ path, text }: HashedText): boolean {
  const secrets = foundSecrets(() => findSecrets(text, { path }));
  return (
    secrets !== undefined && ('unscanned' in secrets || secrets.some(({ severity }) => severity === 'secret'))
  );
}

function slicedFile({ text, hash }: HashedText, outcome: FactsOutcome): SlicedFile {
  const symbols = outcome.kind === 'facts' ? symbolLinesOf(text, outcome.facts) : undefined;
  return { lines: splitLines(text), fileHash: hash, symbols };
}

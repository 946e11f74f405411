/** Stored form of index records: columns, because a thousand small objects take browsers ten times longer. */
import * as v from 'valibot';
import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { ContentHash, FileContent } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { SOURCE_ENCODINGS, type SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { FileStamp } from '../folders/fileStamp';
import { asListedPath } from '../folders/listedPath';

/** Raise it when decoding, counting or rendering changes. Records of other versions are ignored. */
export const CONTENT_VERSION = 5;

export interface StoredFile extends FileStamp {
  readonly path: RepoPath;
  readonly content: FileContent;
}

export interface IndexPack {
  readonly version: number;
  readonly paths: readonly string[];
  /** Eight numbers per file: size, modified, lines, tokens, and four for its block. */
  readonly numbers: Float64Array;
  /** 64 hex digits per file; zeros if it has no text. */
  readonly hashes: string;
  /** Index into SOURCE_ENCODINGS. */
  readonly encodings: Uint8Array;
  /** The encodings that the user chose, by file index. */
  readonly chosen: readonly (readonly [index: number, encoding: SourceEncoding])[];
  /** Files that do not fit into columns, by index: those without text or with warnings. */
  readonly odd: readonly (readonly [index: number, content: FileContent])[];
}

const NUMBERS_PER_FILE = 8;
const HASH_LENGTH = 64;

export function packFiles(files: readonly StoredFile[]): IndexPack {
  const numbers = new Float64Array(files.length * NUMBERS_PER_FILE);
  const encodings = new Uint8Array(files.length);
  const hashes: string[] = [];
  const chosen: [number, SourceEncoding][] = [];
  const odd: [number, FileContent][] = [];
  for (const [index, { size, modified, readAs, content }] of files.entries()) {
    const { tokens, tokensAsLast, bytes, lines } = content.block;
    const text = content.kind === 'text' ? content : undefined;
    const row = [size, modified, text?.lines ?? 0, text?.tokens ?? 0, tokens, tokensAsLast, bytes, lines];
    numbers.set(row, index * NUMBERS_PER_FILE);
    hashes.push(text?.hash ?? '0'.repeat(HASH_LENGTH));
    encodings[index] = text === undefined ? 0 : SOURCE_ENCODINGS.indexOf(text.encoding);
    if (readAs !== undefined) chosen.push([index, readAs]);
    if (text === undefined || text.warnings.length > 0) odd.push([index, content]);
  }
  const paths = files.map(({ path }) => path);
  return { version: CONTENT_VERSION, paths, numbers, hashes: hashes.join(''), encodings, chosen, odd };
}

/** The files of a stored value; undefined if it is not a complete pack of this version. */
export function unpackFiles(value: unknown): readonly StoredFile[] | undefined {
  const parsed = v.safeParse(packSchema, value);
  if (!parsed.success) return undefined;
  const { paths, numbers, hashes, encodings, chosen, odd } = parsed.output;
  if (numbers.length !== paths.length * NUMBERS_PER_FILE || encodings.length !== paths.length)
    return undefined;
  if (hashes.length !== paths.length * HASH_LENGTH || !/^[0-9a-f]*$/.test(hashes)) return undefined;
  if (!numbers.every((number) => number >= 0 && Number.isFinite(number))) return undefined;

  const chosenByIndex = new Map(chosen);
  const oddByIndex = new Map(odd);
  const files: StoredFile[] = [];
  for (const [index, written] of paths.entries()) {
    const path = asListedPath(written);
    const [size = 0, modified = 0, ...rest] = numbers.subarray(
      index * NUMBERS_PER_FILE,
      (index + 1) * NUMBERS_PER_FILE,
    );
    const hash = hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH) as ContentHash; // 64 hex digits, see above
    const content = oddByIndex.get(index) ?? textContent(rest, hash, SOURCE_ENCODINGS[encodings[index] ?? 0]);
    if (path === undefined || content === undefined) return undefined;
    const readAs = chosenByIndex.get(index);
    files.push({ path, size, modified, ...(readAs && { readAs }), content });
  }
  return files;
}

function textContent(
  numbers: readonly number[],
  hash: ContentHash,
  encoding: SourceEncoding | undefined,
): FileContent | undefined {
  if (encoding === undefined) return undefined;
  const [lines = 0, tokens = 0, ofBlock = 0, tokensAsLast = 0, bytes = 0, blockLines = 0] = numbers;
  const block: BlockMeasure = { tokens: ofBlock, tokensAsLast, bytes, lines: blockLines };
  return { kind: 'text', hash, lines, tokens, encoding, warnings: [], block };
}

const count = v.pipe(v.number(), v.minValue(0));
const lineNumbers = v.array(count);
const blockSchema = v.object({ tokens: count, tokensAsLast: count, bytes: count, lines: count });

const warningSchema = v.variant('kind', [
  v.object({ kind: v.literal('replaced-bytes'), count }),
  v.object({ kind: v.literal('replaced-characters'), count }),
  v.object({ kind: v.literal('guessed-encoding'), encoding: v.picklist(SOURCE_ENCODINGS) }),
  v.object({ kind: v.literal('late-nul'), count }),
  v.object({ kind: v.literal('invisible-characters'), lines: lineNumbers, count }),
  v.object({ kind: v.literal('chat-tokens'), lines: lineNumbers, count }),
  v.object({ kind: v.literal('model-instructions'), lines: lineNumbers, count }),
]);

const hashSchema = v.custom<ContentHash>(
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);

const contentSchema = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    hash: hashSchema,
    lines: count,
    tokens: count,
    encoding: v.picklist(SOURCE_ENCODINGS),
    warnings: v.array(warningSchema),
    block: blockSchema,
  }),
  v.object({ kind: v.literal('binary'), reason: v.string(), block: blockSchema }),
  v.object({ kind: v.literal('failed'), reason: v.string(), block: blockSchema }),
]);

const packSchema = v.object({
  version: v.literal(CONTENT_VERSION),
  paths: v.array(v.string()),
  numbers: v.instance(Float64Array),
  hashes: v.string(),
  encodings: v.instance(Uint8Array),
  chosen: v.array(v.tuple([count, v.picklist(SOURCE_ENCODINGS)])),
  odd: v.array(v.tuple([count, contentSchema])),
});

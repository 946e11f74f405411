/**
 * Scores how well each file's fields match the terms of a task: BM25 per field, and BM25F over all fields (Robertson,
 * Zaragoza, and Taylor, 2004).
 */
import type { Steps } from '../async/steps';
import { CODE, FILES_PER_STEP, type FileTable } from './fileIndex';
import { FIELDS, IDENTIFIERS, visitTerms, WORDS } from './fileTerms';
import type { Task, TaskTerm } from './parseTask';

/** Saturation of term counts. */
const K1 = 1.2;
/** Indexed by field. */
const WEIGHTS = [5, 2, 4, 1, 0.7];
/** Length normalization, indexed by field: for BM25F, and for BM25 of a single field. */
const LENGTH_SHARES = [0.3, 0.3, 0.5, 0.6, 0.6];
const LENGTH_SHARES_ALONE = [0.3, 0.3, 0.5, 0.7, 0.7];

const WIDTH = FIELDS.length;

/** A term that at least one file has; `weight` includes its rarity. */
export interface WeighedTerm extends TaskTerm {
  readonly weight: number;
}

export interface FieldScores {
  /** One column per field. */
  readonly fields: readonly Float64Array[];
  readonly combined: Float64Array;
  /** Sum of the weights of the terms that the file has. */
  readonly cover: Float64Array;
  /** Ascending by hash. */
  readonly terms: readonly WeighedTerm[];
}

/** Scores all files, in small steps. */
export function* fieldScoreSteps(table: FileTable, task: Task): Steps<FieldScores> {
  const files = table.paths.length;
  const wanted = task.terms.toSorted((a, b) => a.hash - b.hash);
  const matches = yield* findTerms(
    table,
    Uint32Array.from(wanted, ({ hash }) => hash),
  );
  yield;
  const weights = wanted.map(({ weight }, at) => weight * rarityOf(matches.filesWith[at] ?? 0, files));
  const fields = FIELDS.map(() => new Float64Array(files));
  const combined = new Float64Array(files);
  const cover = new Float64Array(files);
  for (let match = 0; match < matches.size; match += 1) {
    const file = matches.files[match] ?? 0;
    const weight = weights[matches.terms[match] ?? 0] ?? 0;
    let sum = 0;
    for (let field = 0; field < WIDTH; field += 1) {
      const count = matches.counts[match * WIDTH + field] ?? 0;
      const scores = fields[field];
      if (count === 0 || scores === undefined) continue;
      const length = (table.lengths[file * WIDTH + field] ?? 0) / (table.averageLengths[field] ?? 1);
      const alone = LENGTH_SHARES_ALONE[field] ?? 0;
      scores[file] =
        (scores[file] ?? 0) + (weight * count * (K1 + 1)) / (count + K1 * (1 - alone + alone * length));
      const share = LENGTH_SHARES[field] ?? 0;
      sum += ((WEIGHTS[field] ?? 0) * count) / (1 - share + share * length);
    }
    combined[file] = (combined[file] ?? 0) + (weight * sum) / (K1 + sum);
    cover[file] = (cover[file] ?? 0) + weight;
  }
  shareWords(table, fields);
  const terms = wanted
    .map((term, at) => ({ ...term, weight: weights[at] ?? 0 }))
    .filter((_, at) => (matches.filesWith[at] ?? 0) > 0);
  return { fields, combined, cover, terms };
}

/** In code without a grammar, identifiers are among the words, so the score of its words stands for both. */
function shareWords({ traits, lengths }: FileTable, fields: readonly Float64Array[]): void {
  const identifiers = fields[IDENTIFIERS];
  if (identifiers === undefined) return;
  for (const [file, score] of fields[WORDS]?.entries() ?? []) {
    const isUnread = ((traits[file] ?? 0) & CODE) !== 0 && lengths[file * WIDTH + IDENTIFIERS] === 0;
    if (isUnread) identifiers[file] = score;
  }
}

/** The weight of a term by the number of files that have it (or of other texts). */
export function rarityOf(filesWith: number, files: number): number {
  return Math.log(1 + (files - filesWith + 0.5) / (filesWith + 0.5));
}

interface TermMatches {
  readonly size: number;
  /** Each match has a file, the position of its term, and counts by field, capped at 255. */
  readonly files: Uint32Array;
  readonly terms: Uint8Array;
  readonly counts: Uint8ClampedArray;
  /** The number of files that have each term. */
  readonly filesWith: Uint32Array;
}

/** Reads all records once. `hashes` ascend, and there are at most 256. */
function* findTerms({ records }: FileTable, hashes: Uint32Array): Steps<TermMatches> {
  let room = 1 << 12;
  let files = new Uint32Array(room);
  let terms = new Uint8Array(room);
  let counts = new Uint8ClampedArray(room * WIDTH);
  const filesWith = new Uint32Array(hashes.length);
  let size = 0;
  for (const [file, record] of records.entries()) {
    if (file % FILES_PER_STEP === 0) yield;
    visitTerms(record, hashes, (term, found) => {
      if (size === room) {
        room *= 2;
        files = grown(files, new Uint32Array(room));
        terms = grown(terms, new Uint8Array(room));
        counts = grown(counts, new Uint8ClampedArray(room * WIDTH));
      }
      files[size] = file;
      terms[size] = term;
      counts.set(found, size * WIDTH);
      size += 1;
      filesWith[term] = (filesWith[term] ?? 0) + 1;
    });
  }
  return { size, files, terms, counts, filesWith };
}

function grown<Column extends Uint8Array | Uint8ClampedArray | Uint32Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}

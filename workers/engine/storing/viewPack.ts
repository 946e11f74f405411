/** Stored form of view measures: JSON, which loads many times faster than a thousand small objects. */
import * as v from 'valibot';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { SLICE_STATES } from '../../../src/core/slices/resolvedSlice';
import type { ViewMeasure } from '../documentContract';
import { asListedPath } from '../folders/listedPath';

export interface StoredViews {
  readonly path: RepoPath;
  /** Hash of the measured content. */
  readonly hash: ContentHash;
  readonly measures: readonly ViewMeasure[];
}

export function packViews(files: readonly StoredViews[]): string {
  return JSON.stringify(files);
}

/** Undefined if the value is not a complete pack. */
export function unpackViews(value: unknown): readonly StoredViews[] | undefined {
  const parsed = v.safeParse(packSchema, parsedJson(value));
  if (!parsed.success) return undefined;
  const files: StoredViews[] = [];
  for (const { path: written, ...rest } of parsed.output) {
    const path = asListedPath(written);
    if (path === undefined) return undefined;
    files.push({ path, ...rest });
  }
  return files;
}

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const count = v.custom<number>(isCount);
/** Checks the numbers by hand: a schema check for each of a few hundred thousand would dominate. */
const counts = v.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isCount));
const packSchema = v.array(
  v.object({
    path: v.string(),
    hash: v.custom<ContentHash>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)),
    measures: v.array(
      v.object({
        key: v.string(),
        block: v.object({ tokens: count, tokensAsLast: count, bytes: count, lines: count }),
        gaps: counts,
        notes: v.array(v.string()),
        warnings: v.array(v.string()),
        slices: v.exactOptional(
          v.array(v.object({ startLine: count, endLine: count, state: v.picklist(SLICE_STATES) })),
        ),
        // After loading, the summary counts as cached.
        summary: v.exactOptional(
          v.pipe(
            v.picklist(['cached', 'fresh']),
            v.transform(() => 'cached' as const),
          ),
        ),
      }),
    ),
  }),
);

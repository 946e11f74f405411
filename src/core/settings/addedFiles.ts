import * as v from 'valibot';
import { parseRepoPath } from '../files/repoPath';
import { sourceOf, type AddedFile } from '../sources/addedFile';
import { isSameList } from '../sameLists';
import { listed, type ValueKind } from './valueKind';

const entry = v.union([
  v.pipe(
    v.string(),
    v.transform((source): AddedFile => ({ source, alt: '' })),
  ),
  v.pipe(
    v.object({ path: v.string(), alt: v.optional(v.string(), '') }),
    v.transform(({ path, alt }): AddedFile => ({ source: path, alt })),
  ),
]);

/** In order, each once. */
const list = v.pipe(v.array(entry), v.transform(uniqueSources));

/** Files by path, or by a reference to an attachment, which stays in this browser. Most presets name none. */
export const addedFiles: ValueKind<readonly AddedFile[]> = {
  default: [],
  inFiles: list,
  inStore: v.fallback(list, () => []),
  toFile: (files) => (files.length === 0 ? undefined : files.map(written)),
  toStore: (files) => files.map(written),
  isSame: (one, other) => isSameList(one, other, (a, b) => a.source === b.source && a.alt === b.alt),
  toWords: (files) => listed(files.map(({ source }) => source)),
  accept: acceptPaths,
};

function written({ source, alt }: AddedFile) {
  return alt === '' ? source : { path: source, alt };
}

type Sourced = Pick<AddedFile, 'source'>;

export function uniqueSources<T extends Sourced>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file) => [file.source, file])).values()];
}

/** Drops what a preset may not hold. */
export function acceptPaths<T extends Sourced>(files: readonly T[]) {
  const value: T[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const source = sourceOf(file);
    if (source.kind === 'attachment') {
      refused.push(`${JSON.stringify(source.name)} is stored in a browser only`);
      continue;
    }
    const parsed = parseRepoPath(file.source);
    if (parsed.kind === 'path') value.push({ ...file, source: parsed.path });
    else refused.push(`${JSON.stringify(file.source)} ${parsed.reason}`);
  }
  return { value: uniqueSources(value), refused };
}

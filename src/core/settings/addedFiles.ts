import * as v from 'valibot';
import { parseRepoPath } from '../files/repoPath';
import { sourceOf, type AddedFile } from '../sources/addedFile';
import type { PlainValue } from '../outside/plainTree';
import { isSameList } from '../sameLists';
import { listed, type ValueKind } from './valueKind';

export const addedFileData = v.union([
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
const list = v.pipe(v.array(addedFileData), v.transform(uniqueSources));

/** Files by path, or by a reference to an attachment, which stays in this browser. Most presets name none. */
export const addedFiles: ValueKind<readonly AddedFile[]> = {
  default: [],
  inFiles: list,
  inStore: v.fallback(list, () => []),
  toFile: (files) => (files.length === 0 ? undefined : addedToData(files)),
  toStore: addedToData,
  isSame: (one, other) => isSameList(one, other, (a, b) => a.source === b.source && a.alt === b.alt),
  toWords: (files) => listed(files.map(({ source, alt }) => (alt === '' ? source : `${source} (${alt})`))),
  accept: acceptPaths,
};

type Sourced = Pick<AddedFile, 'source'>;

/** A file as presets hold it, or why none does. */
export function readAdded<T extends Sourced>(file: T): T | string {
  const source = sourceOf(file);
  if (source.kind === 'attachment') return `${JSON.stringify(source.name)} is stored in a browser only`;
  const parsed = parseRepoPath(file.source);
  return parsed.kind === 'path'
    ? { ...file, source: parsed.path }
    : `${JSON.stringify(file.source)} ${parsed.reason}`;
}

/** Drops what a preset may not hold. */
export function acceptPaths<T extends Sourced>(files: readonly T[]) {
  const read = files.map(readAdded);
  return {
    value: uniqueSources(read.filter((file) => typeof file !== 'string')),
    refused: read.filter((file) => typeof file === 'string'),
  };
}

/** Of files with one source, the last, in the place of the first. */
export function uniqueSources<T extends Sourced>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file) => [file.source, file])).values()];
}

/** The files of the folder, which presets hold. */
export function pathsOnly<T extends Sourced>(files: readonly T[]): readonly T[] {
  return files.filter((file) => sourceOf(file).kind === 'path');
}

/** The attachments, which no preset holds. */
export function attachedOnly<T extends Sourced>(files: readonly T[]): readonly T[] {
  return files.filter((file) => sourceOf(file).kind === 'attachment');
}

/** Just the path of a file without a description. */
export function addedToData(files: readonly AddedFile[]): readonly PlainValue[] {
  return files.map(({ source, alt }) => (alt === '' ? source : { path: source, alt }));
}

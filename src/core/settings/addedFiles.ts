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
const list = v.pipe(
  v.array(addedFileData),
  v.transform((files): readonly AddedFile[] => eachOnce(files)),
);

/** Files by path, or by a reference to an attachment, which stays in this browser. Most presets name none. */
export const addedFiles: ValueKind<readonly AddedFile[]> = {
  default: [],
  inFiles: list,
  inStore: v.fallback(list, () => []),
  toFile: (files) => (files.length === 0 ? undefined : addedToData(files)),
  toStore: addedToData,
  isSame: (one, other) => isSameList(one, other, (a, b) => a.source === b.source && a.alt === b.alt),
  toWords: (files) => listed(files.map(({ source, alt }) => (alt === '' ? source : `${source} (${alt})`))),
  accept(files) {
    const read = files.map(readAdded);
    return {
      value: read.filter((file) => typeof file !== 'string'),
      refused: read.filter((file) => typeof file === 'string'),
    };
  },
};

/** A file as presets hold it, or why none does. */
export function readAdded(file: AddedFile): AddedFile | string {
  const source = sourceOf(file);
  if (source.kind === 'attachment') return `${JSON.stringify(source.name)} is stored in a browser only`;
  const parsed = parseRepoPath(file.source);
  return parsed.kind === 'path'
    ? { ...file, source: parsed.path }
    : `${JSON.stringify(file.source)} ${parsed.reason}`;
}

/** Of files with one source, the last, in the place of the first. */
export function eachOnce(files: readonly AddedFile[]): readonly AddedFile[] {
  return [...new Map(files.map((file) => [file.source, file])).values()];
}

/** The files of the folder, which presets hold. */
export function pathsOnly(files: readonly AddedFile[]): readonly AddedFile[] {
  return files.filter((file) => sourceOf(file).kind === 'path');
}

/** The attachments, which no preset holds. */
export function attachedOnly(files: readonly AddedFile[]): readonly AddedFile[] {
  return files.filter((file) => sourceOf(file).kind === 'attachment');
}

/** Just the path of a file without a description. */
export function addedToData(files: readonly AddedFile[]): readonly PlainValue[] {
  return files.map(({ source, alt }) => (alt === '' ? source : { path: source, alt }));
}

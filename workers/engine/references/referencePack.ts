/** The stored form of references: the terms of all files as one array, and the rest as JSON. */
import * as v from 'valibot';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { ModuleFacts } from '../../../src/core/references/moduleFacts';
import type { KnownReferences } from '../../compute/contract';
import { asListedPath } from '../folders/listedPath';

export interface StoredReferences extends KnownReferences {
  readonly path: RepoPath;
  readonly hash: ContentHash;
}

export function packReferences(files: readonly StoredReferences[]): unknown {
  const terms = new Uint8Array(files.reduce((sum, file) => sum + file.terms.length, 0));
  let at = 0;
  for (const file of files) {
    terms.set(file.terms, at);
    at += file.terms.length;
  }
  const rows = files.map(({ path, hash, terms: { length }, modules, manifest }) => ({
    ...{ path, hash, length, modules },
    ...(manifest !== undefined && { manifest }),
  }));
  return { terms, rows: JSON.stringify(rows) };
}

/** Undefined if the value is not a complete pack. */
export function unpackReferences(value: unknown): readonly StoredReferences[] | undefined {
  const pack = v.safeParse(packSchema, value);
  if (!pack.success) return undefined;
  const { terms, rows } = pack.output;
  const files: StoredReferences[] = [];
  let at = 0;
  for (const { path: written, length, ...rest } of rows) {
    const path = asListedPath(written);
    if (path === undefined) return undefined;
    files.push({ ...rest, path, terms: terms.slice(at, at + length) });
    at += length;
  }
  return at === terms.length ? files : undefined;
}

const names = v.array(v.string());
const moduleFacts: v.GenericSchema<ModuleFacts> = v.object({
  language: v.string(),
  imports: v.array(
    v.object({
      ...{ sources: names, names: v.exactOptional(names) },
      ...{ scope: v.exactOptional(v.string()), isImplied: v.exactOptional(v.boolean()) },
      takesAll: v.exactOptional(v.boolean()),
    }),
  ),
  declares: names,
  defines: names,
});
const rowsSchema = v.array(
  v.object({
    path: v.string(),
    hash: v.custom<ContentHash>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)),
    length: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    modules: moduleFacts,
    manifest: v.exactOptional(v.string()),
  }),
);
const packSchema = v.object({
  terms: v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  rows: v.pipe(v.string(), v.parseJson(), rowsSchema),
});

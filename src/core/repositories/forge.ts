import * as v from 'valibot';
import type { PlannedRequest } from '../urls/fetchPlan';
import { isRepositoryName } from './repositoryAddress';

/**
 * Sends a request and resolves to the text of the answer, or to undefined if the forge says that there is no such thing. Rejects
 * if there is no answer.
 */
export type Ask = (request: PlannedRequest) => Promise<string | undefined>;

export interface FoundRepository {
  readonly repository: string;
  readonly defaultBranch: string;
}

/** The files of a commit, or of one of its folders. */
export interface ListedPart {
  readonly repository: string;
  /** Hash of the commit. */
  readonly commit: string;
  /** Empty for the whole repository. */
  readonly folder: string;
}

/** An entry of a tree as git has it. `path` begins at the top of the repository; `mode` is in octal. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly size?: number | undefined;
}

export type Tree =
  | { readonly kind: 'tree'; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'no-folder' }
  /** The forge, or this app, does not list so much. */
  | { readonly kind: 'truncated'; readonly listed: number };

/** How a kind of forge is asked. Functions that read an answer throw a reason for the user if it is malformed. */
export interface Forge {
  /** Address that all requests of the API begin with. */
  readonly api: string;
  /** Address that all requests of files begin with. */
  readonly files: string;
  /** Limit on requests without a token, if it is low and documented. */
  readonly limit?: string;
  tokenHeaders(token: string): Readonly<Record<string, string>>;
  repositoryRequest(repository: string): PlannedRequest;
  readRepository(text: string): FoundRepository;
  commitRequest(repository: string, ref: string): PlannedRequest;
  /** Returns the hash. */
  readCommit(text: string): string;
  /** The first request of a listing. */
  treeRequest(part: ListedPart): PlannedRequest;
  listTree(part: ListedPart, ask: Ask, onlisted: (entries: number) => void): Promise<Tree>;
  fileAddress(part: ListedPart, path: string): string;
}

/** More than any forge lists at once; a hostile one could go on forever. */
export const MOST_ENTRIES = 100_000;

const hash = v.pipe(v.string(), v.regex(/^(?:[\da-f]{40}|[\da-f]{64})$/));

/** Schemas that forges share. */
export const FIELDS = {
  hash,
  path: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32_000)),
  mode: v.pipe(v.string(), v.regex(/^[0-7]{5,6}$/)),
  size: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  branch: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000)),
  repository: v.pipe(v.string(), v.check(isRepositoryName)),
};

/** Checks an answer in JSON. Throws a reason for the user. */
export function readJson<S extends v.GenericSchema>(api: string, text: string, schema: S): v.InferOutput<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`The answer from ${api} is not JSON, so this may be no such server.`);
  }
  const parsed = v.safeParse(schema, json, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const place = v.getDotPath(parsed.issues[0]) ?? 'its top level';
  throw new Error(`The answer from ${api} is not what this kind of server documents (${place}).`);
}

export function isFolder(mode: string): boolean {
  return /^0?40000$/.test(mode);
}

/** Encodes a path for an address, without its slashes. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

import { decodeLatin1, decodeText } from '../gitText';
import { GitFault, type GitObject, type Oid } from '../model';
import { parseOid } from '../oid';
import type { Repository } from '../repository/repository';

export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Signature;
  readonly committer: Signature;
  /** Subject and body as they were written. Characters that can't be decoded are U+FFFD. */
  readonly message: string;
}

/** The person who did something, with the time. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since the epoch; 0 if it makes no sense, as in git. */
  readonly time: number;
  /** Minutes east of UTC. */
  readonly zone: number;
}

/** Reads a commit. Where the history of a shallow clone ends, a commit has no parents. */
export async function readCommit(repository: Repository, oid: Oid): Promise<Commit> {
  const commit = parseCommit(oid, await repository.objects.read(oid));
  return repository.shallow.has(oid) ? { ...commit, parents: [] } : commit;
}

/** Parses a commit. Throws a GitFault if it is something else, or has no tree. */
export function parseCommit(oid: Oid, { kind, bytes }: GitObject): Commit {
  if (kind !== 'commit') throw new GitFault(`Object ${oid.slice(0, 10)} is a ${kind}, not a commit.`);
  const { fields, bodyStart } = readFields(bytes);
  const decode = decoderOf(firstValue(fields, 'encoding', decodeLatin1));
  const tree = parseOid(firstValue(fields, 'tree', decodeLatin1) ?? '');
  const parents = fields
    .filter(({ name }) => name === 'parent')
    .map(({ value }) => parseOid(decodeLatin1(value)));
  if (tree === undefined || !parents.every((parent) => parent !== undefined))
    throw new GitFault(`Commit ${oid.slice(0, 10)} is damaged.`);
  return {
    oid,
    tree,
    parents,
    author: parseSignature(firstValue(fields, 'author', decode) ?? ''),
    committer: parseSignature(firstValue(fields, 'committer', decode) ?? ''),
    message: decode(bytes.subarray(bodyStart)),
  };
}

/** Parses `Name <email> 1700000000 +0100`. What is missing is empty or 0. */
export function parseSignature(text: string): Signature {
  const open = text.indexOf('<');
  const close = text.lastIndexOf('>');
  if (open < 0 || close < open) return { name: text.trim(), email: '', time: 0, zone: 0 };
  const { time, sign, hours, minutes } =
    /^\s*(?<time>\d{1,15})(?:\s+(?<sign>[+-])(?<hours>\d{2})(?<minutes>\d{2}))?/.exec(text.slice(close + 1))
      ?.groups ?? {};
  const zone = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return {
    name: text.slice(0, open).trim(),
    email: text.slice(open + 1, text.indexOf('>', open)).trim(),
    time: Number(time ?? 0),
    // Not minus zero.
    zone: zone || 0,
  };
}

/** A line of the header of a commit or a tag. */
export interface Field {
  readonly name: string;
  readonly value: Uint8Array;
}

/** Reads the lines before the first empty one. Lines that begin with a blank continue signatures, which are left out. */
export function readFields(bytes: Uint8Array): {
  readonly fields: readonly Field[];
  readonly bodyStart: number;
} {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const newline = bytes.indexOf(10, at);
    const end = newline < 0 ? bytes.length : newline;
    const start = at;
    at = end + 1;
    if (start === end) break;
    const blank = bytes.indexOf(32, start);
    if (blank > start && blank < end)
      fields.push({ name: decodeLatin1(bytes, start, blank), value: bytes.subarray(blank + 1, end) });
  }
  return { fields, bodyStart: Math.min(at, bytes.length) };
}

export function firstValue(
  fields: readonly Field[],
  name: string,
  decode: (bytes: Uint8Array) => string,
): string | undefined {
  const field = fields.find((candidate) => candidate.name === name);
  return field && decode(field.value);
}

/** The only encoding besides UTF-8 that is common in commits. */
function decoderOf(encoding = 'utf-8'): (bytes: Uint8Array) => string {
  return /^(?:iso-?8859-1|latin-?1)$/i.test(encoding) ? decodeLatin1 : decodeText;
}

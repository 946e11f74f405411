import { decodeLatin1, decodeText } from './gitText';
import { GitFault, type GitObject, type Oid } from './model';
import { parseOid } from './oid';
import type { Repository } from './repository';

export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Signature;
  readonly committer: Signature;
  /** Subject and body as they were written. Characters that can't be decoded are U+FFFD. */
  readonly message: string;
}

/** Who did something, and when. */
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
  const fault = new GitFault(`Commit ${oid.slice(0, 10)} is damaged.`);
  if (kind !== 'commit') throw new GitFault(`Object ${oid.slice(0, 10)} is a ${kind}, not a commit.`);
  const { fields, bodyStart } = splitHeader(bytes);
  const tree = parseOid(fields.find(([name]) => name === 'tree')?.[1] ?? '');
  const parents = fields.filter(([name]) => name === 'parent').map(([, value]) => parseOid(value));
  if (tree === undefined || parents.includes(undefined)) throw fault;

  const decode = decoderOf(fields.find(([name]) => name === 'encoding')?.[1]);
  const signature = (field: string): Signature =>
    parseSignature(decode(latin1ToBytes(fields.find(([name]) => name === field)?.[1] ?? '')));
  return {
    oid,
    tree,
    // Checked just before.
    parents: parents as Oid[],
    author: signature('author'),
    committer: signature('committer'),
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

interface Header {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly bodyStart: number;
}

/** Splits the lines before the first empty one. Lines that begin with a blank continue the one before. */
export function splitHeader(bytes: Uint8Array): Header {
  const fields: [string, string][] = [];
  let at = 0;
  while (at < bytes.length) {
    const newline = bytes.indexOf(10, at);
    const end = newline < 0 ? bytes.length : newline;
    const line = decodeLatin1(bytes, at, end);
    at = end + 1;
    if (line === '') break;
    const last = fields.at(-1);
    const blank = line.indexOf(' ');
    if (blank === 0 && last !== undefined) last[1] += `\n${line.slice(1)}`;
    else if (blank > 0) fields.push([line.slice(0, blank), line.slice(blank + 1)]);
  }
  return { fields, bodyStart: Math.min(at, bytes.length) };
}

function latin1ToBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Of the encodings other than UTF-8, commits nearly always have this one. */
function decoderOf(encoding = 'utf-8'): (bytes: Uint8Array) => string {
  return /^(?:iso-?8859-1|latin-?1)$/i.test(encoding) ? decodeLatin1 : decodeText;
}

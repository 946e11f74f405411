import { firstValue, parseSignature, readFields, type Signature } from './commit';
import { decodeText } from '../gitText';
import { GitFault, type GitObject, type ObjectKind, type ObjectReader, type Oid } from '../model';
import { parseOid } from '../oid';

/** An annotated tag. */
export interface Tag {
  readonly target: Oid;
  readonly targetKind: ObjectKind;
  readonly name: string;
  readonly tagger: Signature | undefined;
  readonly message: string;
}

const KINDS: readonly string[] = ['commit', 'tree', 'blob', 'tag'] satisfies ObjectKind[];

/** Parses an annotated tag. Throws a GitFault if it is something else, or points to nothing. */
export function parseTag(oid: Oid, { kind, bytes }: GitObject): Tag {
  const { fields, bodyStart } = readFields(bytes);
  const value = (name: string): string | undefined => firstValue(fields, name, decodeText);
  const target = parseOid(value('object') ?? '');
  const targetKind = value('type') ?? '';
  if (kind !== 'tag' || target === undefined || !KINDS.includes(targetKind))
    throw new GitFault(`Tag ${oid.slice(0, 10)} is damaged.`);
  const tagger = value('tagger');
  return {
    target,
    // Checked just before.
    targetKind: targetKind as ObjectKind,
    name: value('tag') ?? '',
    tagger: tagger === undefined ? undefined : parseSignature(tagger),
    message: decodeText(bytes, bodyStart),
  };
}

/** Tags of tags are rare, and long chains of them are damage. */
const MAX_DEPTH = 100;

/** Follows annotated tags to another object. */
export async function peelTag(
  objects: ObjectReader,
  oid: Oid,
): Promise<{ readonly oid: Oid; readonly kind: ObjectKind }> {
  let at = oid;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const object = await objects.read(at);
    if (object.kind !== 'tag') return { oid: at, kind: object.kind };
    at = parseTag(at, object).target;
  }
  throw new GitFault(`Tag ${oid.slice(0, 10)} leads through more than ${MAX_DEPTH} tags.`);
}

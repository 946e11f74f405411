/** A file's change as `git diff` prints it. */
import { bytesToByteString, byteStringToBytes } from '../byteString';
import { hunksOf } from './hunks';
import type { FileMode, Oid } from '../model';
import { quotePrefixed, quotePath } from '../quotePath';

export interface DiffSide {
  readonly path: string;
  readonly mode: FileMode;
  readonly oid: Oid;
  /** As git stores the file; empty for a submodule. */
  readonly bytes: Uint8Array;
}

/** At least one side exists. */
export type DiffSides =
  | { readonly before: DiffSide; readonly after: DiffSide | undefined }
  | { readonly before: undefined; readonly after: DiffSide };

export interface DiffOptions {
  /** How many digits of an id to print. */
  readonly idLength: number;
  /** The attribute `diff`: `set` for a text whatever its bytes are, `unset` for binary data. */
  readonly diff?: 'set' | 'unset' | 'unspecified';
  /** For a rename: 0 to 1. */
  readonly similarity?: number;
}

/**
 * The diff of one file, in bytes, because a file may have any encoding. Empty if nothing differs. A change between a file
 * and a link is printed as a deletion and an addition.
 */
export function unifiedDiff(sides: DiffSides, options: DiffOptions): Uint8Array {
  const { before, after } = sides;
  if (before !== undefined && after !== undefined && before.mode >> TYPE_SHIFT !== after.mode >> TYPE_SHIFT) {
    const deleted = printed({ before, after: undefined }, options);
    return byteStringToBytes(deleted + printed({ before: undefined, after }, options));
  }
  return byteStringToBytes(printed(sides, options));
}

const TYPE_SHIFT = 12;
const SUBMODULE = 0o160000;

function printed(sides: DiffSides, options: DiffOptions): string {
  const { before, after } = sides;
  const [oldPath, path] = [(before ?? after)?.path ?? '', (after ?? before)?.path ?? ''];
  const header = [...modeLines(sides), ...renameLines(sides, options)];
  const isSame = before !== undefined && before.oid === after?.oid;
  if (!isSame) header.push(indexLine(sides, options.idLength));
  else if (header.length === 0) return '';
  const names = `diff --git ${quotePrefixed('a/', oldPath)} ${quotePrefixed('b/', path)}`;
  return [names, ...header, ''].join('\n') + (isSame ? '' : bodyOf(sides, options));
}

function modeLines({ before, after }: DiffSides): readonly string[] {
  if (before === undefined) return [`new file mode ${octal(after.mode)}`];
  if (after === undefined) return [`deleted file mode ${octal(before.mode)}`];
  if (before.mode === after.mode) return [];
  return [`old mode ${octal(before.mode)}`, `new mode ${octal(after.mode)}`];
}

function octal(mode: FileMode): string {
  return mode.toString(8).padStart(6, '0');
}

function renameLines({ before, after }: DiffSides, { similarity = 1 }: DiffOptions): readonly string[] {
  if (before === undefined || after === undefined || before.path === after.path) return [];
  return [
    `similarity index ${Math.floor(similarity * 100)}%`,
    `rename from ${quotePath(before.path)}`,
    `rename to ${quotePath(after.path)}`,
  ];
}

function indexLine({ before, after }: DiffSides, idLength: number): string {
  const id = (side: DiffSide | undefined): string => (side?.oid ?? NO_OID).slice(0, idLength);
  const mode = before?.mode === after?.mode ? ` ${octal(before?.mode ?? 0)}` : '';
  return `index ${id(before)}..${id(after)}${mode}`;
}

const NO_OID = '0'.repeat(40);

function bodyOf({ before, after }: DiffSides, { diff }: DiffOptions): string {
  const oldText = textOf(before);
  const text = textOf(after);
  const oldName = before === undefined ? '/dev/null' : quotePrefixed('a/', before.path);
  const name = after === undefined ? '/dev/null' : quotePrefixed('b/', after.path);
  if (diff === 'unset' || (diff !== 'set' && (hasNul(oldText) || hasNul(text))))
    return `Binary files ${oldName} and ${name} differ\n`;
  const hunks = hunksOf(oldText, text);
  if (hunks === '') return '';
  return `--- ${terminated(oldName)}\n+++ ${terminated(name)}\n${hunks}`;
}

function textOf(side: DiffSide | undefined): string {
  if (side === undefined) return '';
  return side.mode === SUBMODULE ? `Subproject commit ${side.oid}\n` : bytesToByteString(side.bytes);
}

/** Git looks for a NUL only here. */
const BINARY_WINDOW = 8_000;

function hasNul(text: string): boolean {
  const at = text.indexOf('\0');
  return at >= 0 && at < BINARY_WINDOW;
}

/** A tab ends a name with spaces, so that a patch program doesn't take its end for a date. */
function terminated(name: string): string {
  return name.includes(' ') ? `${name}\t` : name;
}

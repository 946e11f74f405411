/** Changes of files as a patch that `git apply` takes. */
import { hunksOf } from '../git/diffs/hunks';
import { byteStringToBytes, bytesToByteString } from '../git/byteString';
import { quotePrefixed } from '../git/quotePath';
import type { RepoPath } from '../files/repoPath';

export interface ChangedFile {
  readonly path: RepoPath;
  /** Bytes; undefined where there is no file. At least one of them exists. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** In bytes, because a file may have any encoding. Names no ids and no mode of a file that exists, so the mode stays. */
export function patchOf(files: readonly ChangedFile[]): Uint8Array<ArrayBuffer> {
  return byteStringToBytes(files.map(patchOfFile).join(''));
}

function patchOfFile({ path, before, after }: ChangedFile): string {
  const [old, present] = [bytesToByteString(before ?? NOTHING), bytesToByteString(after ?? NOTHING)];
  const [oldName, name] = [quotePrefixed('a/', path), quotePrefixed('b/', path)];
  const head = [`diff --git ${oldName} ${name}`];
  if (before === undefined) head.push('new file mode 100644');
  if (after === undefined) head.push('deleted file mode 100644');
  const hunks = hunksOf(old, present);
  if (hunks !== '')
    head.push(
      `--- ${before === undefined ? '/dev/null' : terminated(oldName)}`,
      `+++ ${after === undefined ? '/dev/null' : terminated(name)}`,
    );
  const isSame = hunks === '' && before !== undefined && after !== undefined;
  return isSame ? '' : `${head.join('\n')}\n${hunks}`;
}

const NOTHING = new Uint8Array();

/** A tab ends a name with spaces, so that a patch program doesn't take its end for a date. */
function terminated(name: string): string {
  return name.includes(' ') ? `${name}\t` : name;
}

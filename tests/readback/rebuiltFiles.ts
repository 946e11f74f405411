/** A reader of a chat into which a document and its updates were pasted. It knows only their text, as a model does. */
import { Parser, type Node } from 'commonmark';
import type { ReportedFile } from '../../src/app/automation/report';
import { unescapePath } from '../../src/core/compose/escapePath';
import { linesIn, patchedLines } from './appliedUpdate';
import { inFence, textOnDisk } from './textOnDisk';

/** Files that differ between what was pasted and the folder. A file that is gone must have a notice. */
export async function differentFiles(
  folder: string,
  ticked: readonly Pick<ReportedFile, 'path' | 'state'>[],
  pasted: string,
): Promise<readonly string[]> {
  const rebuilt = rebuildFiles(pasted);
  const paths = new Set<string>(ticked.map(({ path }) => path));
  const different = [...rebuilt.keys()].filter((path) => !paths.has(path));
  for (const { path, state } of ticked) {
    const text = state === 'missing' ? undefined : await textOnDisk(folder, path);
    const expected = text === undefined ? undefined : inFence(text);
    if (!rebuilt.has(path) || rebuilt.get(path) !== expected) different.push(path);
  }
  return different;
}

/** The texts of files shown in full, by path; undefined if a notice replaces the text. */
type RebuiltFiles = ReadonlyMap<string, string | undefined>;

/** Rebuilds the files of a document and the updates that follow it, pasted as one text. Throws if an update does not fit. */
function rebuildFiles(pasted: string): RebuiltFiles {
  const source = pasted.split('\n');
  const files = new Map<string, string | undefined>();
  let isUpdate = false;
  let diffs: ReadonlySet<string> = new Set();
  let path: string | undefined;
  for (let node = new Parser().parse(pasted).firstChild; node !== null; node = node.next) {
    if (node.type === 'heading') {
      if (textOf(node) === 'Update' && node.level === 2) isUpdate = true;
      path = pathIn(node);
    } else if (node.type === 'list' && isUpdate) {
      diffs = applyList(files, linesOf(node, source));
      isUpdate = false;
    } else if (path !== undefined) {
      const text = node.type === 'code_block' ? (node.literal ?? '') : undefined;
      const isDiff = diffs.has(path) && node.info === 'diff';
      files.set(path, isDiff ? patched(files.get(path), text ?? '') : text);
      path = undefined;
    }
  }
  return files;
}

/** The path of a file's heading, which is a single code span. */
function pathIn({ firstChild, level }: Node): string | undefined {
  if (level !== 3 || firstChild?.type !== 'code' || firstChild.next !== null) return undefined;
  return unescapePath(firstChild.literal ?? '');
}

function textOf({ firstChild }: Node): string | null {
  return firstChild?.literal ?? null;
}

function linesOf({ sourcepos: [[first], [last]] }: Node, source: readonly string[]): readonly string[] {
  return source.slice(first - 1, last).filter((line) => line !== '');
}

/** Removes and moves files as the list of an update says. Returns the paths of those that are followed by a diff. */
function applyList(files: Map<string, string | undefined>, lines: readonly string[]): ReadonlySet<string> {
  const diffs = new Set<string>();
  const before = new Map(files);
  for (const { id, what, from, isDiff } of linesIn(lines)) {
    if (!id.startsWith(FILE)) continue;
    const path = id.slice(FILE.length);
    if (what === 'removed') files.delete(path);
    if (from !== undefined) {
      const old = from.slice(FILE.length);
      files.delete(old);
      files.set(path, before.get(old));
    }
    if (isDiff) diffs.add(path);
  }
  return diffs;
}

const FILE = 'file:';

function patched(text: string | undefined, diff: string): string {
  if (text === undefined) throw new Error('a diff of a file without text');
  return patchedLines(text.split('\n'), diff.split('\n').slice(2, -1)).join('\n');
}

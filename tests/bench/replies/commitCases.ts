/** Changes that commits of a repository made, as edits that a reply could ask for. */
import { groupBy } from '../../../src/core/groupBy';
import { git } from '../../readback/git';
import { textsOf } from '../snapshots';
import { seededRandom } from './seededRandom';

export interface CommitCase {
  readonly repository: string;
  readonly commit: string;
  /** All files before the commit, with the names of their blobs. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly files: readonly ChangedFile[];
}

/** Texts have LF line ends and a final one. */
export interface ChangedFile {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
}

const MOST_FILES = 6;
const MOST_CHARACTERS = 150_000;
const MOST_READ = 1_500;

/** Some of the latest commits that change few files, all of them text; the same ones on each run. */
export function commitCases(repository: string, count: number): readonly CommitCase[] {
  const listed = listCommits(repository).filter(
    ({ changes }) =>
      changes.length > 0 && changes.length <= MOST_FILES && changes.every(({ isFile }) => isFile),
  );
  const cases: CommitCase[] = [];
  for (const { commit, changes } of seededRandom(repository.replace(/.*\//, '')).shuffled(listed)) {
    const files = readChanges(repository, changes);
    if (files === undefined) continue;
    cases.push({ repository, commit, files, blobs: blobsAt(repository, `${commit}^`) });
    if (cases.length === count) break;
  }
  return cases;
}

function blobsAt(repository: string, revision: string): ReadonlyMap<string, string> {
  const entries = git(repository, ['ls-tree', '-r', '-z', revision]).split('\0');
  return new Map(
    entries.flatMap((entry) => {
      const [, blob, path] = /^\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? [];
      return blob === undefined || path === undefined ? [] : [[path, blob] as const];
    }),
  );
}

/** Reads all files of a name at once, because replies that give only a name ask about each of them. */
export function createTextReader({ repository, blobs }: CommitCase): (path: string) => string | undefined {
  const pathsByName = groupBy([...blobs.keys()], nameOf);
  const texts = new Map<string, string>();
  const read = new Set<string>();
  return (path) => {
    const name = nameOf(path);
    if (!read.has(name)) {
      read.add(name);
      const paths = pathsByName.get(name) ?? [];
      const textByBlob = new Map(
        textsOf(repository, [...new Set(paths.map((each) => blobs.get(each) ?? ''))]),
      );
      for (const each of paths) texts.set(each, textByBlob.get(blobs.get(each) ?? '') ?? '');
    }
    return texts.get(path);
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

interface Change {
  readonly path: string;
  readonly isFile: boolean;
  /** Undefined for a new file, and for a deleted one. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface ListedCommit {
  readonly commit: string;
  readonly changes: readonly Change[];
}

function listCommits(repository: string): readonly ListedCommit[] {
  const log = git(repository, [
    ...['log', '--no-merges', '--min-parents=1', `--max-count=${MOST_READ}`],
    ...['--raw', '--no-abbrev', '--no-renames', '-z', '--format=%x01%H'],
  ]);
  return log
    .split('\u0001')
    .slice(1)
    .map((record) => {
      const [commit = '', ...fields] = record.split('\0').map((field) => field.trim());
      const changes: Change[] = [];
      for (let at = 0; at + 1 < fields.length; at += 1) {
        const found = /^:(\d+) (\d+) (\w+) (\w+) \w$/.exec(fields[at] ?? '');
        if (found === null) continue;
        const [, modeBefore = '', modeAfter = '', before = '', after = ''] = found;
        at += 1;
        changes.push({
          path: fields[at] ?? '',
          isFile: [modeBefore, modeAfter].every((mode) => /^(?:100644|100755|000000)$/.test(mode)),
          before: /^0+$/.test(before) ? undefined : before,
          after: /^0+$/.test(after) ? undefined : after,
        });
      }
      return { commit, changes };
    });
}

/** Undefined if a text is missing, binary, too long, without final line end, or no change of lines. */
function readChanges(repository: string, changes: readonly Change[]): readonly ChangedFile[] | undefined {
  const blobs = new Set(changes.flatMap(({ before, after }) => [before, after]));
  blobs.delete(undefined);
  const texts = new Map(textsOf(repository, [...blobs] as string[])); // undefined is deleted above
  const files = changes.map(({ path, before, after }) => ({
    path,
    before: before === undefined ? undefined : texts.get(before),
    after: after === undefined ? undefined : texts.get(after),
  }));
  const isWhole = files.every(
    ({ before, after }, at) =>
      (before ?? after) !== undefined &&
      before !== after &&
      (before === undefined) === (changes[at]?.before === undefined) &&
      (after === undefined) === (changes[at]?.after === undefined) &&
      [before, after].every((text) => text === undefined || isPlain(text)),
  );
  return isWhole ? files : undefined;
}

function isPlain(text: string): boolean {
  return text.endsWith('\n') && text.length <= MOST_CHARACTERS && !text.startsWith('\ufeff');
}

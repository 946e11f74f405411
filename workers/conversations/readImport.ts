import { baseName, type RepoPath } from '../../src/core/files/repoPath';
import {
  IS_PAGE,
  readConversation,
  type ReadConversation,
} from '../../src/core/conversation/conversationText';
import {
  sumOfLeftOut,
  type Emptiness,
  type ForeignDiscussion,
} from '../../src/core/conversation/importers/importer';
import { isArchive, openArchive, type Archive } from '../archives/archive';
import type { SomeFiles } from './contract';

export interface Import {
  readonly kind: 'read';
  readonly format: string;
  readonly discussions: readonly ForeignDiscussion[];
  readonly empty: Emptiness;
  /** Files of an archive that are not read as conversations. */
  readonly otherFiles: number;
  readonly unread: SomeFiles;
  readonly unknown: SomeFiles;
  /** Returns a function that reads the files that one message refers to. */
  reader(): (path: string) => Promise<Blob>;
}

type Refused = Extract<ReadConversation, { kind: 'refused' }>;

/** A file of an archive without conversations. */
interface Failed {
  readonly name: string;
  readonly reason: string;
}

/** Bytes. A larger text does not fit into the browser's memory together with its data. */
const MOST_BYTES = 200_000_000;

/** Reads a text, or the texts in an archive. */
export async function readImport(source: Blob): Promise<Import | Refused> {
  if (await isArchive(source)) {
    try {
      return await importOf(await openArchive(source));
    } catch (error) {
      return { kind: 'refused', reason: reasonOf(error) };
    }
  }
  if (source.size > MOST_BYTES) return { kind: 'refused', reason: 'it is larger than 200 MB' };
  const read = readConversation(await source.text());
  if (read.kind === 'refused') return read;
  const reader = () => () => Promise.reject(new Error('There is no archive.'));
  return { ...read, otherFiles: 0, unread: someOf([]), unknown: someOf([]), reader };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Files that exports of chats have, with a number if there are many. */
const EXPORTED = /(?:^|\/)(?:conversations(?:[-_ ]?\d+)?|prod-grok-backend|my ?activity)\.json$/i;
/** Pages that exports of chats have, alone or beside the same conversations as JSON. */
const EXPORTED_PAGE = /(?:^|\/)(?:chat|my ?activity)\.html?$/i;
/** Whether an archive is an export of chats: with their file at the top, or in the one folder there. */
export async function holdsExport(source: Blob): Promise<boolean> {
  if (!(await isArchive(source))) return false;
  const { paths } = await openArchive(source);
  return paths.some((path) => EXPORTED.test(path) && path.split('/').length <= 2);
}

const NONE_KNOWN = 'it is a ZIP file without conversations in a known format';
const TEXTS = /\.(?:jsonl?|md|txt|toml)$/i;

/** Reads the files that are an export by their names or, if there are none, all texts. */
async function importOf(archive: Archive): Promise<Import | Refused> {
  const { paths, refused } = archive;
  const isExport = [...paths, ...refused.map(({ name }) => name)].some((name) => EXPORTED.test(name));
  const names = isExport ? EXPORTED : TEXTS;
  const wanted = paths.filter((path) => names.test(path));
  const byId = filesById(paths);
  const found: (Extract<ReadConversation, { kind: 'read' }> & { readonly path: RepoPath })[] = [];
  const unread: Failed[] = refused.map(({ name, reason }) => ({ name, reason: `${name} ${reason}` }));
  const unknown: Failed[] = [];
  const readFile = archive.reader();
  for (const path of wanted.toSorted(inOrder)) {
    try {
      const text = await readFile(path);
      const read = readConversation(await text.text(), (id) => byId.get(id));
      if (read.kind === 'read') found.push({ path, ...read });
      else {
        const reason = wanted.length === 1 ? read.reason : reasonIn(path, read.reason);
        (read.isDamaged === true ? unread : unknown).push({ name: path, reason });
      }
    } catch (error) {
      unread.push({ name: path, reason: reasonOf(error) });
    }
  }
  if (found.length === 0) {
    const page = !isExport && paths.some((path) => EXPORTED_PAGE.test(path)) ? IS_PAGE : undefined;
    const failed = [...unread, ...(isExport || unknown.length === 1 ? unknown : [])];
    const own = failed.find(({ name }) => names.test(name));
    return { kind: 'refused', reason: page ?? own?.reason ?? NONE_KNOWN };
  }
  return {
    kind: 'read',
    format: [...new Set(found.map(({ format }) => format))].join(', '),
    discussions: found.flatMap(({ path, discussions }) =>
      discussions.map((each) => ({ ...each, title: each.title || (found.length > 1 ? nameOf(path) : '') })),
    ),
    empty: {
      discussions: found.reduce((sum, { empty }) => sum + empty.discussions, 0),
      leftOut: sumOfLeftOut(found.map(({ empty }) => empty.leftOut)),
    },
    otherFiles: paths.length - wanted.length,
    unread: someOf(unread.map(({ reason }) => reason)),
    unknown: someOf(unknown.map(({ name }) => name)),
    reader() {
      const readOne = archive.reader();
      return (path) => readOne(path as RepoPath); // An importer has it from `paths`.
    },
  };
}

function someOf(files: readonly string[]): SomeFiles {
  return { files: files.length, first: files[0] ?? '' };
}

/** A reason that does not name the file, with its path. */
function reasonIn(path: RepoPath, reason: string): string {
  return reason.startsWith('it ') ? `${path}${reason.slice(2)}` : `${path}: ${reason}`;
}

/** `conversations-2` comes before `conversations-10`. */
function inOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function nameOf(path: RepoPath): string {
  return baseName(path).replace(TEXTS, '');
}

/** Paths by the id in their names: `file-ABC-photo.png`, `file_00ab-x.wav`, or a folder with the file as `content`. */
function filesById(paths: readonly RepoPath[]): ReadonlyMap<string, RepoPath> {
  const byId = new Map<string, RepoPath>();
  for (const path of paths) {
    const name = baseName(path);
    const id =
      /^file[-_][A-Za-z0-9]+/.exec(name)?.[0] ?? (name === 'content' ? path.split('/').at(-2) : undefined);
    if (id !== undefined && !byId.has(id)) byId.set(id, path);
  }
  return byId;
}

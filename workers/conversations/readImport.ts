import { baseName, type RepoPath } from '../../src/core/files/repoPath';
import { readConversation, type ReadConversation } from '../../src/core/conversation/conversationText';
import {
  sumOfLeftOut,
  type Emptiness,
  type ForeignDiscussion,
} from '../../src/core/conversation/importers/importer';
import { isArchive, openArchive, type Archive } from '../archives/archive';

export interface Import {
  readonly kind: 'read';
  readonly format: string;
  readonly discussions: readonly ForeignDiscussion[];
  readonly empty: Emptiness;
  /** Of an archive, the number of files that hold no conversations or could not be read. */
  readonly otherFiles: number;
  /** A file that a message refers to. */
  file(path: string): Promise<Blob>;
}

type Refused = Extract<ReadConversation, { kind: 'refused' }>;

/** Bytes. A larger text does not fit into the browser's memory together with its data. */
const MOST_BYTES = 200_000_000;

/** Reads a text, or the texts in an archive. */
export async function readImport(source: Blob): Promise<Import | Refused> {
  if (await isArchive(source)) {
    try {
      return await importOf(await openArchive(source));
    } catch (error) {
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
  }
  if (source.size > MOST_BYTES) return { kind: 'refused', reason: 'it is larger than 200 MB' };
  const read = readConversation(await source.text());
  if (read.kind === 'refused') return read;
  return { ...read, otherFiles: 0, file: () => Promise.reject(new Error('There is no archive.')) };
}

/** Files that exports of chats have, with a number if there are many. */
const EXPORTED = /(?:^|\/)(?:conversations(?:[-_ ]?\d+)?|prod-grok-backend|my ?activity)\.json$/i;
const TEXTS = /\.(?:jsonl?|md|txt|toml)$/i;

/** Reads the files that are an export by their names or, if there are none, all texts. */
async function importOf(archive: Archive): Promise<Import | Refused> {
  const { paths } = archive;
  const exported = paths.filter((path) => EXPORTED.test(path));
  const wanted = exported.length > 0 ? exported : paths.filter((path) => TEXTS.test(path));
  const byId = filesById(paths);
  const read: (readonly [RepoPath, ReadConversation])[] = [];
  for (const path of wanted.toSorted(inOrder)) {
    const text = await (exported.length > 0 ? archive.read(path) : archive.read(path).catch(() => undefined));
    // Another file that can't be read counts among those without conversations.
    if (text !== undefined) read.push([path, readConversation(await text.text(), (id) => byId.get(id))]);
  }
  const found = read.flatMap(([path, each]) => (each.kind === 'read' ? [{ path, ...each }] : []));
  if (found.length === 0) {
    const [first] = read;
    const reason = first?.[1].kind === 'refused' && read.length === 1 ? first[1].reason : undefined;
    return { kind: 'refused', reason: reason ?? 'it is a ZIP file without conversations in a known format' };
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
    otherFiles: paths.length - found.length + archive.refused.length,
    file: (path) => archive.read(path as RepoPath), // An importer has it from `paths`.
  };
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

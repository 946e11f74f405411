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
import type { UnreadFiles } from './contract';

export interface Import {
  readonly kind: 'read';
  readonly format: string;
  readonly discussions: readonly ForeignDiscussion[];
  readonly empty: Emptiness;
  /** Files of an archive that are not read as conversations. */
  readonly otherFiles: number;
  readonly unread: UnreadFiles;
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
      return { kind: 'refused', reason: reasonOf(error) };
    }
  }
  if (source.size > MOST_BYTES) return { kind: 'refused', reason: 'it is larger than 200 MB' };
  const read = readConversation(await source.text());
  if (read.kind === 'refused') return read;
  const file = () => Promise.reject(new Error('There is no archive.'));
  return { ...read, otherFiles: 0, unread: { files: 0, first: '' }, file };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Files that exports of chats have, with a number if there are many. */
const EXPORTED = /(?:^|\/)(?:conversations(?:[-_ ]?\d+)?|prod-grok-backend|my ?activity)\.json$/i;
const NONE_KNOWN = 'it is a ZIP file without conversations in a known format';
const TEXTS = /\.(?:jsonl?|md|txt|toml)$/i;

/** Reads the files that are an export by their names or, if there are none, all texts. */
async function importOf(archive: Archive): Promise<Import | Refused> {
  const { paths, refused } = archive;
  const exported = paths.filter((path) => EXPORTED.test(path));
  const wanted = exported.length > 0 ? exported : paths.filter((path) => TEXTS.test(path));
  const byId = filesById(paths);
  const found: (Extract<ReadConversation, { kind: 'read' }> & { readonly path: RepoPath })[] = [];
  const unread = refused.map(({ name, reason }) => `${name} ${reason}`);
  let held = 0;
  for (const path of wanted.toSorted(inOrder)) {
    try {
      const text = await archive.read(path, held);
      const read = readConversation(await text.text(), (id) => byId.get(id));
      if (read.kind === 'refused') {
        unread.push(wanted.length === 1 ? read.reason : `${path}: ${read.reason}`);
        continue;
      }
      found.push({ path, ...read });
      held += text.size;
    } catch (error) {
      unread.push(reasonOf(error));
    }
  }
  if (found.length === 0) {
    const isPage = exported.length === 0 && paths.some((path) => /\.html?$/i.test(path));
    const own =
      exported.length > 0 || wanted.length <= 1 ? (unread.at(-wanted.length) ?? unread[0]) : undefined;
    return { kind: 'refused', reason: isPage ? IS_PAGE : (own ?? NONE_KNOWN) };
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
    unread: { files: unread.length, first: unread[0] ?? '' },
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

/** The files of the folder as git sees them: those that it tracks, those that it doesn't, and what it would store of them. */
import { parseAttributeFile } from '../../../src/core/git/attributes/attributeFile';
import { attributesOf, type Attributes } from '../../../src/core/git/attributes/attributes';
import { blobOid } from '../../../src/core/git/objects/blobOid';
import { cleanContent, type CleanContent } from '../../../src/core/git/attributes/cleanContent';
import { fileAttributes, type FileAttributes } from '../../../src/core/git/attributes/fileAttributes';
import { joinPath } from '../../../src/core/git/gitPath';
import type { IndexEntry, Oid } from '../../../src/core/git/model';
import type { Repository } from '../../../src/core/git/repository/repository';
import { readSmallText } from '../../../src/core/git/smallFile';
import type { WorkingFile } from '../../../src/core/git/status/worktreeChanges';
import { isNameHidden } from '../../../src/core/files/hiddenNames';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { isSetIn } from '../../../src/core/ignore/gitConfig';
import { judgeFailure, type FolderFile, type FolderReader } from '../folders/folderReader';
import { foldersAbove } from '../folders/listedPath';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import type { Listing } from '../reading/listing';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

export interface WorkingTreeParts {
  readonly reader: FolderReader;
  readonly index: WorkspaceIndex;
  readonly listing: Pick<Listing, 'isIgnoredByGit'>;
}

const LOOKUPS_AT_ONCE = 32;
/** Bytes. Larger files are named, not compared. */
const LARGEST_FILE = 64_000_000;
const SYMLINK = 0o120000;
const SUBMODULE = 0o160000;

/** The tracked files that are there. Those in folders that are left out are looked up one by one. */
export async function trackedFiles(
  entries: readonly IndexEntry[],
  { reader, index }: WorkingTreeParts,
): Promise<ReadonlyMap<string, WorkingFile>> {
  const files = new Map<string, WorkingFile>();
  const toLookUp = new Set<RepoPath>();
  const isLeftOut = folderRule(index);
  for (const { path: name } of entries) {
    const path = name as RepoPath; // only looked up
    const record = index.record(path);
    if (record !== undefined && record.content.kind !== 'missing')
      files.set(path, { path, size: record.size, modified: record.modified });
    else if (index.entries.get(path)?.kind === 'file' || isLeftOut(path)) toLookUp.add(path);
  }
  await forEachAtOnce([...toLookUp], LOOKUPS_AT_ONCE, async (path) => {
    const file = await lookUp(path, reader);
    if (file !== undefined) files.set(path, { path, size: file.size, modified: file.modified });
  });
  return files;
}

/** Whether a folder above a path is left out, so that its files are not listed. */
function folderRule(index: WorkspaceIndex): (path: RepoPath) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    let leftOut = known.get(folder);
    if (leftOut === undefined) {
      leftOut = foldersAbove(path).some((above) => index.entries.get(above)?.leftOut !== undefined);
      known.set(folder, leftOut);
    }
    return leftOut;
  };
}

/** Undefined if the file can't be read, or is too large to compare. */
async function readFile(path: RepoPath, reader: FolderReader): Promise<Uint8Array | undefined> {
  try {
    const file = await reader.file(path);
    return file.size > LARGEST_FILE ? undefined : new Uint8Array(await file.read());
  } catch (error) {
    await judgeFailure(reader, error);
    return undefined;
  }
}

async function lookUp(path: RepoPath, reader: FolderReader): Promise<FolderFile | undefined> {
  try {
    return await reader.file(path);
  } catch (error) {
    await judgeFailure(reader, error);
    return undefined;
  }
}

/**
 * The listed files that git neither tracks nor ignores. A folder that is left out by other rules than git's stands for its
 * files, with a slash at the end.
 */
export function untrackedFiles(
  entries: readonly IndexEntry[],
  { index, listing }: WorkingTreeParts,
): { readonly shown: readonly RepoPath[]; readonly leftOut: readonly string[] } {
  const tracked = new Set(entries.map(({ path }) => path));
  const folders = new Set(entries.flatMap(({ path }) => foldersAbove(path as RepoPath)));
  const isInOther = insideOther(entries, index);
  const shown: RepoPath[] = [];
  const leftOut: string[] = [];
  for (const { path, kind, leftOut: rule } of index.entries.values()) {
    if (tracked.has(path) || isOwnFolder(path) || isInOther(path)) continue;
    if (index.record(path)?.content.kind === 'missing') continue;
    if (rule === undefined) {
      if (kind === 'file') shown.push(path);
    } else if (!listing.isIgnoredByGit(path, kind)) {
      if (kind === 'file') leftOut.push(path);
      else if (!folders.has(path)) leftOut.push(`${path}/`);
    }
  }
  // A repository of its own is named as a folder.
  for (const folder of isInOther.nested) if (!tracked.has(folder)) leftOut.push(`${folder}/`);
  return { shown: shown.sort(compareRepoPaths), leftOut };
}

/** Whether a path is in a submodule, or in another repository inside the folder. */
function insideOther(
  entries: readonly IndexEntry[],
  index: WorkspaceIndex,
): ((path: RepoPath) => boolean) & { readonly nested: readonly RepoPath[] } {
  const nested = [...index.entries.keys()].flatMap((path) =>
    path.endsWith('/.git') ? [path.slice(0, -'/.git'.length) as RepoPath] : [],
  );
  const modules = entries.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
  const roots = new Set<string>([...nested, ...modules]);
  const isInside = (path: RepoPath): boolean => foldersAbove(path).some((folder) => roots.has(folder));
  return Object.assign(isInside, { nested });
}

function isOwnFolder(path: string): boolean {
  return /(?:^|\/)\.git$/.test(path) || /(?:^|\/)\.git\//.test(path);
}

/** Converts files of the folder to what git stores of them. Attributes are read on the first question. */
export class CleanFiles {
  readonly #repository: Repository;
  readonly #entries: ReadonlyMap<string, IndexEntry>;
  readonly #parts: WorkingTreeParts;
  #attributes: Promise<Attributes> | undefined;

  constructor(repository: Repository, entries: readonly IndexEntry[], parts: WorkingTreeParts) {
    this.#repository = repository;
    // During a merge, ours counts.
    this.#entries = new Map(
      entries.filter(({ stage }) => stage === 0 || stage === 2).map((entry) => [entry.path, entry]),
    );
    this.#parts = parts;
  }

  async attributesOf(path: string): Promise<FileAttributes> {
    this.#attributes ??= this.#readAttributes();
    return fileAttributes(attributesOf(await this.#attributes, path));
  }

  /** Whether a file that is not listed may be there: the browser hides it, or git keeps it out of the folder. */
  isUnseen({ path, mode, isSkipped }: IndexEntry): boolean {
    return isSkipped || mode === SYMLINK || isNameHidden(path);
  }

  /** Undefined if the file can't be read. */
  async read(path: string): Promise<CleanContent | undefined> {
    const bytes = await readFile(path as RepoPath, this.#parts.reader); // only looked up
    if (bytes === undefined) return undefined;
    const { objects } = this.#repository;
    const entry = this.#entries.get(path);
    return cleanContent(bytes, {
      attributes: await this.attributesOf(path),
      autocrlf: await this.#autocrlf(entry),
      indexed: async () => (entry === undefined ? undefined : (await objects.read(entry.oid)).bytes),
    });
  }

  /** The id that git would give the file. */
  async oidOf(path: string): Promise<Oid | undefined> {
    const clean = await this.read(path);
    return clean && blobOid(clean.bytes);
  }

  /**
   * Git's settings for the whole machine can't be seen, and on Windows they convert line ends. But the index has the size of
   * the file as it was checked out, which then differs from the size of the blob.
   */
  async #autocrlf(entry: IndexEntry | undefined): Promise<'true' | 'input' | 'false'> {
    const set = this.#repository.config.findLast(({ key }) => key === 'core.autocrlf')?.value?.toLowerCase();
    if (set === 'true' || set === 'input' || set === 'false') return set;
    if (entry === undefined || entry.size === 0) return 'false';
    return (await this.#repository.objects.sizeOf(entry.oid)) < entry.size ? 'true' : 'false';
  }

  async #readAttributes(): Promise<Attributes> {
    const { reader, index } = this.#parts;
    const { folder, commonPath, config } = this.#repository;
    const ignoreCase = isSetIn(config, 'core.ignorecase');
    const names = new Set([...index.entries.keys(), ...this.#entries.keys()]);
    const paths = [...names].filter((path) => path === '.gitattributes' || path.endsWith('/.gitattributes'));
    const byFolder = new Map<string, ReturnType<typeof parseAttributeFile>>();
    await forEachAtOnce(paths, LOOKUPS_AT_ONCE, async (path) => {
      const file = await lookUp(path as RepoPath, reader); // only looked up
      if (file === undefined) return;
      const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      const text = new TextDecoder().decode(await file.read());
      byFolder.set(above, parseAttributeFile({ folder: above, text, ignoreCase }));
    });
    const info = await readSmallText(folder, joinPath(commonPath, 'info/attributes'));
    return {
      ...{ byFolder, ignoreCase },
      ...(info !== undefined && { info: parseAttributeFile({ folder: '', text: info, ignoreCase }) }),
    };
  }
}

/**
 * Reads the files of a repository before some of its commits. Each text is read once, no matter how many commits have
 * it.
 */
import { execFileSync } from 'node:child_process';
import { normalizeText } from '../../src/core/files/normalize';
import type { RepoPath } from '../../src/core/files/repoPath';
import { git } from '../readback/git';

/** Creates a file from a text; called once for each path and content. */
export type ReadFile<File> = (path: RepoPath, text: string) => Promise<File>;

/** The files before each of the commits, in their order. */
export async function readSnapshots<File>(
  repository: string,
  commits: readonly string[],
  read: ReadFile<File>,
): Promise<readonly (readonly File[])[]> {
  const listings = commits.map((commit) => listedAt(repository, `${commit}^`));
  const files = await readFiles(repository, listings.flat(), read);
  return listings.map((listing) => listing.flatMap((file) => files.get(keyOf(file)) ?? []));
}

interface ListedFile {
  readonly path: RepoPath;
  readonly blob: string;
}

function keyOf({ path, blob }: ListedFile): string {
  return `${blob} ${path}`;
}

/** Media, generated files, and lock files are not ranked. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|\.git|\.yarn)\/|\.(?:png|jpe?g|gif|ico|webp|svg|woff2?|ttf|eot|otf|pdf|zip|gz|jar|bin|exe|dll|so|wasm|mp[34]|mov|snap|map|po|mo|lock|min\.js|min\.css|ogg|wav|db|sqlite|class|psd|avif|strings|resx)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/i;
const SYMBOLIC_LINK = '120000';

function listedAt(repository: string, revision: string): readonly ListedFile[] {
  const entries = git(repository, ['ls-tree', '-r', '-z', revision]).split('\0');
  return entries.flatMap((entry) => {
    const [, mode, blob, path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(entry) ?? [];
    if (blob === undefined || path === undefined || mode === SYMBOLIC_LINK || SKIPPED.test(path)) return [];
    return [{ path: path as RepoPath, blob }]; // Git's paths are relative and have no `..`.
  });
}

async function readFiles<File>(
  repository: string,
  listed: readonly ListedFile[],
  read: ReadFile<File>,
): Promise<ReadonlyMap<string, File>> {
  const pathsByBlob = new Map<string, Set<RepoPath>>();
  for (const { path, blob } of listed) pathsByBlob.set(blob, (pathsByBlob.get(blob) ?? new Set()).add(path));
  const files = new Map<string, File>();
  const blobs = [...pathsByBlob.keys()];
  for (let start = 0; start < blobs.length; start += BLOBS_AT_ONCE)
    for (const [blob, text] of textsOf(repository, blobs.slice(start, start + BLOBS_AT_ONCE)))
      for (const path of pathsByBlob.get(blob) ?? [])
        files.set(keyOf({ path, blob }), await read(path, text));
  return files;
}

const BLOBS_AT_ONCE = 1_000;
const MOST_BYTES = 1_000_000;

/** The texts of blobs, without those that are too large, binary, or missing from an incomplete clone. */
export function* textsOf(
  repository: string,
  blobs: readonly string[],
): Generator<readonly [blob: string, text: string]> {
  const output = execFileSync('git', ['-c', 'safe.directory=*', 'cat-file', '--batch'], {
    cwd: repository,
    input: blobs.join('\n'),
    maxBuffer: 2 ** 30,
  });
  let at = 0;
  for (const blob of blobs) {
    const headEnd = output.indexOf('\n', at);
    const [, type, length] = output.toString('latin1', at, headEnd).split(' ');
    if (type === 'missing') {
      at = headEnd + 1;
      continue;
    }
    const size = Number(length);
    const bytes = output.subarray(headEnd + 1, headEnd + 1 + size);
    at = headEnd + 2 + size;
    if (size > MOST_BYTES || bytes.subarray(0, 8_000).includes(0)) continue;
    yield [blob, normalizeText(new TextDecoder().decode(bytes)).text];
  }
}

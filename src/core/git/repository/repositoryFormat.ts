import type { ConfigVariable } from '../../ignore/gitConfig';

/** Extensions that change nothing for someone who only reads, or change what is read in ways the reader knows. */
const KNOWN = new Set([
  ...['noop', 'noop-v1', 'preciousobjects', 'partialclone', 'worktreeconfig'],
  ...['objectformat', 'compatobjectformat', 'refstorage', 'relativeworktrees'],
]);

/** Returns why a repository can't be read, from its settings; undefined if it can. */
export function describeUnknownFormat(config: readonly ConfigVariable[]): string | undefined {
  const version = lastValue(config, 'core.repositoryformatversion') ?? '0';
  if (!/^[01]$/.test(version)) return `The repository has format version ${version}, which is unknown.`;

  const format = lastValue(config, 'extensions.objectformat')?.toLowerCase() ?? 'sha1';
  if (format !== 'sha1') return `The repository has ${format} object names; only SHA-1 is supported.`;
  const storage = lastValue(config, 'extensions.refstorage')?.toLowerCase() ?? 'files';
  if (storage !== 'files')
    return `The repository keeps its branches as ${storage}; only files are supported.`;

  // In version 0, git ignores extensions that it doesn't know.
  if (version === '0') return undefined;
  const names = config.flatMap(({ key }) =>
    key.startsWith('extensions.') ? [key.slice('extensions.'.length)] : [],
  );
  const unknown = names.find((name) => !KNOWN.has(name));
  return unknown === undefined ? undefined : `The repository has an unknown extension, ${unknown}.`;
}

/** Whether objects can be missing because git fetches them when it needs them. */
export function isPartialClone(config: readonly ConfigVariable[]): boolean {
  return config.some(
    ({ key }) =>
      key === 'extensions.partialclone' || /^remote\..*\.(?:promisor|partialclonefilter)$/.test(key),
  );
}

function lastValue(config: readonly ConfigVariable[], key: string): string | undefined {
  return config.findLast((variable) => variable.key === key)?.value?.trim();
}

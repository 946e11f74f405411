/** GitHub's REST API, version 2022-11-28. */
import * as v from 'valibot';
import {
  encodedPath,
  FIELDS,
  isFolder,
  readJson,
  type Ask,
  type Forge,
  type ListedPart,
  type Tree,
} from './forge';

const API = 'https://api.github.com';
const FILES = 'https://raw.githubusercontent.com';

const repositorySchema = v.object({ full_name: FIELDS.repository, default_branch: FIELDS.branch });
const treeSchema = v.object({
  tree: v.array(v.object({ path: FIELDS.path, mode: FIELDS.mode, sha: FIELDS.hash, size: FIELDS.size })),
  truncated: v.boolean(),
});

export const github: Forge = {
  api: API,
  files: FILES,
  limit: '60 requests an hour',
  tokenHeaders: (token) => ({ Authorization: `Bearer ${token}` }),
  repositoryRequest: (repository) => ({ address: `${API}/repos/${repository}`, accept: JSON_TYPE }),
  readRepository(text) {
    const { full_name, default_branch } = readJson(API, text, repositorySchema);
    return { repository: full_name, defaultBranch: default_branch };
  },
  commitRequest: (repository, ref) => ({
    address: `${API}/repos/${repository}/commits/${encodeURIComponent(ref)}`,
    accept: 'application/vnd.github.sha', // A commit in JSON has up to 300 patches.
  }),
  readCommit: (text) => readJson(API, JSON.stringify(text.trim()), FIELDS.hash),
  treeRequest: ({ repository, commit, folder }) => treeRequest(repository, commit, folder === ''),
  listTree,
  fileAddress: ({ repository, commit }, path) => `${FILES}/${repository}/${commit}/${encodedPath(path)}`,
};

const JSON_TYPE = 'application/vnd.github+json';

function treeRequest(repository: string, tree: string, isRecursive: boolean) {
  const address = `${API}/repos/${repository}/git/trees/${tree}`;
  return { address: isRecursive ? `${address}?recursive=1` : address, accept: JSON_TYPE };
}

/** Goes down to the folder first, because the whole tree of a large repository would be truncated. */
async function listTree({ repository, commit, folder }: ListedPart, ask: Ask): Promise<Tree> {
  let tree = commit;
  for (const name of folder.split('/').filter((segment) => segment !== '')) {
    const above = await askTree(repository, tree, ask, false);
    const entry = above.tree.find(({ path, mode }) => path === name && isFolder(mode));
    if (entry === undefined) return { kind: 'no-folder' };
    tree = entry.sha;
  }
  const { tree: entries, truncated } = await askTree(repository, tree, ask, true);
  if (truncated) return { kind: 'truncated', listed: entries.length };
  const prefix = folder === '' ? '' : `${folder}/`;
  return {
    kind: 'tree',
    entries: entries.map(({ path, mode, size }) => ({ path: prefix + path, mode, size: size ?? undefined })),
  };
}

async function askTree(repository: string, tree: string, ask: Ask, isRecursive: boolean) {
  const text = await ask(treeRequest(repository, tree, isRecursive));
  if (text === undefined) throw new Error(`${API} has no list of this commit's files.`);
  return readJson(API, text, treeSchema);
}

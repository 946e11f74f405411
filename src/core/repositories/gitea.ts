/** The API of Gitea and Forgejo, version 1. */
import * as v from 'valibot';
import { encodedPath, FIELDS, MOST_ENTRIES, readJson, type Forge, type TreeEntry } from './forge';

const repositorySchema = v.object({ full_name: FIELDS.repository, default_branch: FIELDS.branch });
const commitSchema = v.object({ sha: FIELDS.hash });
const treeSchema = v.object({
  tree: v.nullish(v.array(v.object({ path: FIELDS.path, mode: FIELDS.mode, size: FIELDS.size })), []),
  truncated: v.nullish(v.boolean(), false),
});

/** The server may give less. */
const PAGE = 1_000;

export function gitea(origin: string): Forge {
  const api = `${origin}/api/v1`;

  const treeRequest: Forge['treeRequest'] = ({ repository, commit }) => ({
    address: `${api}/repos/${repository}/git/trees/${commit}?recursive=true&per_page=${PAGE}`,
  });

  return {
    ...{ api, files: api, treeRequest },
    tokenHeaders: (token) => ({ Authorization: `token ${token}` }),
    repositoryRequest: (repository) => ({ address: `${api}/repos/${repository}` }),
    readRepository(text) {
      const { full_name, default_branch } = readJson(api, text, repositorySchema);
      return { repository: full_name, defaultBranch: default_branch };
    },
    commitRequest: (repository, ref) => ({
      address: `${api}/repos/${repository}/git/commits/${encodeURIComponent(ref)}?stat=false&verification=false&files=false`,
    }),
    readCommit: (text) => readJson(api, text, commitSchema).sha,
    /** Here, `truncated` means that another page follows. */
    async listTree(part, ask, onlisted) {
      const prefix = part.folder === '' ? '' : `${part.folder}/`;
      const entries: TreeEntry[] = [];
      let count = 0;
      for (let page = 1; count <= MOST_ENTRIES; page += 1) {
        const text = await ask({ address: `${treeRequest(part).address}&page=${page}` });
        if (text === undefined) throw new Error(`${api} has no list of this commit's files.`);
        const { tree, truncated } = readJson(api, text, treeSchema);
        for (const { path, mode, size } of tree)
          if (path.startsWith(prefix)) entries.push({ path, mode, size: size ?? undefined });
        if (!truncated)
          return entries.length === 0 && prefix !== '' ? { kind: 'no-folder' } : { kind: 'tree', entries };
        if (tree.length === 0) break;
        count += tree.length;
        onlisted(count);
      }
      return { kind: 'truncated', listed: count };
    },
    fileAddress: ({ repository, commit }, path) =>
      `${api}/repos/${repository}/raw/${encodedPath(path)}?ref=${commit}`,
  };
}

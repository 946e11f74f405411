/** GitLab's REST API, version 4. */
import * as v from 'valibot';
import { encodedPath, FIELDS, MOST_ENTRIES, readJson, type Forge, type TreeEntry } from './forge';

const repositorySchema = v.object({
  path_with_namespace: FIELDS.repository,
  default_branch: v.nullish(v.string()),
});
const commitSchema = v.object({ id: FIELDS.hash });
const treeSchema = v.array(v.object({ path: FIELDS.path, mode: FIELDS.mode }));

const PAGE = 100; // the largest there is

export function gitlab(origin: string): Forge {
  const api = `${origin}/api/v4`;
  const project = (repository: string): string => `${api}/projects/${encodeURIComponent(repository)}`;

  const treeRequest: Forge['treeRequest'] = ({ repository, commit, folder }) => {
    const path = folder === '' ? '' : `&path=${encodedPath(folder)}`;
    const address = `${project(repository)}/repository/tree?ref=${commit}&recursive=true&per_page=${PAGE}${path}`;
    return { address };
  };

  return {
    ...{ api, files: api, treeRequest },
    tokenHeaders: (token) => ({ 'PRIVATE-TOKEN': token }),
    repositoryRequest: (repository) => ({ address: project(repository) }),
    readRepository(text) {
      const { path_with_namespace, default_branch } = readJson(api, text, repositorySchema);
      return { repository: path_with_namespace, defaultBranch: default_branch ?? 'HEAD' };
    },
    commitRequest: (repository, ref) => ({
      address: `${project(repository)}/repository/commits/${encodeURIComponent(ref)}?stats=false`,
    }),
    readCommit: (text) => readJson(api, text, commitSchema).id,
    /** Goes on to an empty page: a short one need not be the last, and not every server lets others read its headers. */
    async listTree(part, ask, onlisted) {
      const entries: TreeEntry[] = [];
      for (let page = 1; entries.length <= MOST_ENTRIES; page += 1) {
        const text = await ask({ address: `${treeRequest(part).address}&page=${page}` });
        if (text === undefined) return { kind: 'no-folder' };
        const more = readJson(api, text, treeSchema);
        if (more.length === 0)
          return entries.length === 0 && part.folder !== ''
            ? { kind: 'no-folder' }
            : { kind: 'tree', entries };
        entries.push(...more);
        onlisted(entries.length);
      }
      return { kind: 'truncated', listed: entries.length };
    },
    fileAddress: ({ repository, commit }, path) =>
      `${project(repository)}/repository/files/${encodeURIComponent(path)}/raw?ref=${commit}`,
  };
}

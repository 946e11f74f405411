/** Answers as the documented APIs of Gitea and GitLab do. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface ForgeFile {
  readonly path: string;
  readonly bytes: Uint8Array | string;
  /** That of a file by default. */
  readonly mode?: string;
}

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => void;

/** Of the repository `owner/name`, with the branches `main` and `feature/x`. `first` may answer a request itself. */
export function giteaAnswers(files: readonly ForgeFile[], first: Answer = () => undefined): Answer {
  const repository = '/api/v1/repos/owner/name';
  return withFirst(first, (url) => {
    const { pathname, searchParams } = url;
    if (pathname === repository) return json({ full_name: 'owner/name', default_branch: 'main', size: 1 });
    const ref = /\/git\/commits\/([^/]+)$/.exec(pathname)?.[1];
    if (ref !== undefined) return isRef(decodeURIComponent(ref)) ? json({ sha: COMMIT }) : undefined;
    if (pathname === `${repository}/git/trees/${COMMIT}`) {
      const [page, size] = [Number(searchParams.get('page')), 3];
      const tree = files.map(({ path, bytes, mode = '100644' }) => ({
        ...{ path, mode, type: 'blob', sha: COMMIT, size: Buffer.from(bytes).length, url: '' },
      }));
      const end = page * size;
      return json({
        ...{ sha: COMMIT, page, total_count: tree.length },
        ...{ truncated: end < tree.length, tree: tree.slice(end - size, end) },
      });
    }
    const path = pathname.startsWith(`${repository}/raw/`) && pathname.slice(`${repository}/raw/`.length);
    return path !== false && searchParams.get('ref') === COMMIT
      ? files.find((file) => file.path === decodeURIComponent(path))?.bytes
      : undefined;
  });
}

/** Of the project `group/sub/name`. */
export function gitlabAnswers(files: readonly ForgeFile[], first: Answer = () => undefined): Answer {
  const project = '/api/v4/projects/group%2Fsub%2Fname';
  return withFirst(first, ({ pathname, searchParams }) => {
    if (pathname === project)
      return json({ id: 1, path_with_namespace: 'group/sub/name', default_branch: 'main' });
    const rest = pathname.slice(project.length + '/repository/'.length);
    const ref = /^commits\/([^/]+)$/.exec(rest)?.[1];
    if (ref !== undefined) return isRef(decodeURIComponent(ref)) ? json({ id: COMMIT }) : undefined;
    if (rest === 'tree') {
      const folder = searchParams.get('path');
      const within = files.filter(({ path }) => folder === null || path.startsWith(`${folder}/`));
      if (folder !== null && within.length === 0) return undefined;
      const entries = within.map(({ path, mode = '100644' }) => ({
        ...{ id: COMMIT, name: path.slice(path.lastIndexOf('/') + 1), type: 'blob', path, mode },
      }));
      const end = Number(searchParams.get('page')) * 2;
      return json(entries.slice(end - 2, end));
    }
    const path = /^files\/([^/]+)\/raw$/.exec(rest)?.[1];
    return path !== undefined && searchParams.get('ref') === COMMIT
      ? files.find((file) => file.path === decodeURIComponent(path))?.bytes
      : undefined;
  });
}

function isRef(ref: string): boolean {
  return ['main', 'feature/x', COMMIT].includes(ref);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

function withFirst(first: Answer, read: (url: URL) => Uint8Array | string | undefined): Answer {
  return (path, response, request) => {
    response.setHeader('Access-Control-Allow-Headers', 'authorization, private-token');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    first(path, response, request);
    if (response.headersSent || request.socket.destroyed) return;
    const body = read(new URL(path, 'http://localhost'));
    if (body === undefined) response.writeHead(404).end('{"message":"Not found"}');
    else response.end(body);
  };
}

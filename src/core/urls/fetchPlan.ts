import { forgePlace, type ForgePlace } from './forge';
import { isNearHost, urlParts, type UrlParts } from './urlParts';

/** A GET request, and how its answer is read. */
export interface PlannedRequest {
  readonly address: string;
  readonly accept?: string;
  /** Whether the others are enough without it. */
  readonly isOptional?: true;
}

/** How the answers are read. */
export type PageForm =
  /** The bytes decide. */
  | { readonly kind: 'source' }
  /** The path decides the language of the fence; Markdown stays Markdown. */
  | { readonly kind: 'file'; readonly path: string }
  /** An issue or pull request, and a list of comments, as JSON. */
  | { readonly kind: 'issue' };

export type FetchPlan =
  | { readonly kind: 'plan'; readonly requests: readonly PlannedRequest[]; readonly form: PageForm }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The requests that read what an address leads to. Public forges let other pages read their raw files and APIs, but not their own
 * pages, so these are asked instead.
 */
export function fetchPlan(url: string): FetchPlan {
  const parts = urlParts(url);
  if (parts === undefined) return refused('only http and https addresses can be fetched');
  if (parts.hasLogin) return refused('the address contains a user name or password');
  if (parts.scheme === 'http' && !isNearHost(parts.hostname))
    return refused('without https, others could read and change the page; http is only for your own network');
  const place = forgePlace(parts);
  const plan = place && planOf(place, `${parts.scheme}://${parts.host}`);
  return plan ?? gistPlan(parts) ?? page(withoutFragment(url));
}

type Plan = Extract<FetchPlan, { kind: 'plan' }>;

const COMMENTS = 30;

function planOf(place: ForgePlace, origin: string): Plan | undefined {
  switch (place.forge) {
    case 'github':
      return githubPlan(place);
    case 'gitlab':
      return gitlabPlan(place, `${origin}/api/v4/projects/${encodeURIComponent(place.repository)}`);
    case 'gitea':
      return giteaPlan(place, `${origin}/api/v1/repos/${encodedPath(place.repository)}`);
    case 'bitbucket':
      return bitbucketPlan(place);
  }
}

function githubPlan(place: ForgePlace): Plan | undefined {
  const repository = encodedPath(place.repository);
  const api = `https://api.github.com/repos/${repository}`;
  const json = 'application/vnd.github+json';
  switch (place.kind) {
    case 'repository':
      return file('README.md', `${api}/readme`, 'application/vnd.github.raw+json');
    case 'folder':
      return file(
        'README.md',
        `${api}/readme/${encodedPath(place.path)}?ref=${encodeURIComponent(place.ref)}`,
        'application/vnd.github.raw+json',
      );
    case 'file':
      return file(
        place.path,
        `https://raw.githubusercontent.com/${repository}/${encodedPath(place.ref)}/${encodedPath(place.path)}`,
      );
    case 'issue':
    case 'pull':
      return issue(
        { address: `${api}/issues/${place.number}`, accept: json },
        { address: `${api}/issues/${place.number}/comments?per_page=${COMMENTS}`, accept: json },
      );
    case 'wiki':
      return undefined;
  }
}

function gitlabPlan(place: ForgePlace, project: string): Plan | undefined {
  const raw = (path: string, ref: string): string =>
    `${project}/repository/files/${encodeURIComponent(path)}/raw?ref=${encodeURIComponent(ref)}`;
  switch (place.kind) {
    case 'repository':
      return file('README.md', raw('README.md', 'HEAD'));
    case 'folder':
      return file('README.md', raw(place.path === '' ? 'README.md' : `${place.path}/README.md`, place.ref));
    case 'file':
      return file(place.path, raw(place.path, place.ref));
    case 'issue':
    case 'pull': {
      const address = `${project}/${place.kind === 'pull' ? 'merge_requests' : 'issues'}/${place.number}`;
      return issue({ address }, { address: `${address}/notes?sort=asc&per_page=${COMMENTS}` });
    }
    case 'wiki':
      return undefined;
  }
}

function giteaPlan(place: ForgePlace, repository: string): Plan | undefined {
  const raw = (path: string, ref?: string): string =>
    `${repository}/raw/${encodedPath(path)}${ref === undefined ? '' : `?ref=${encodeURIComponent(ref)}`}`;
  switch (place.kind) {
    case 'repository':
      return file('README.md', raw('README.md'));
    case 'folder':
      return file('README.md', raw(place.path === '' ? 'README.md' : `${place.path}/README.md`, place.ref));
    case 'file':
      return file(place.path, raw(place.path, place.ref));
    case 'issue':
    case 'pull': {
      const address = `${repository}/issues/${place.number}`;
      return issue({ address }, { address: `${address}/comments` });
    }
    case 'wiki':
      return undefined;
  }
}

function bitbucketPlan(place: ForgePlace): Plan | undefined {
  const api = `https://api.bitbucket.org/2.0/repositories/${encodedPath(place.repository)}`;
  return place.kind === 'file'
    ? file(place.path, `${api}/src/${encodeURIComponent(place.ref)}/${encodedPath(place.path)}`)
    : undefined;
}

/** The first file of a gist. */
function gistPlan({ hostname, segments }: UrlParts): Plan | undefined {
  const [owner, id] = segments;
  if (hostname !== 'gist.github.com' || owner === undefined || id === undefined) return undefined;
  return page(`https://gist.githubusercontent.com/${owner}/${id}/raw`);
}

function page(address: string): Plan {
  return { kind: 'plan', requests: [{ address }], form: { kind: 'source' } };
}

function file(path: string, address: string, accept?: string): Plan {
  const request = { address, ...(accept !== undefined && { accept }) };
  return { kind: 'plan', requests: [request], form: { kind: 'file', path } };
}

function issue(said: PlannedRequest, comments: PlannedRequest): Plan {
  return { kind: 'plan', requests: [said, { ...comments, isOptional: true }], form: { kind: 'issue' } };
}

function refused(reason: string): FetchPlan {
  return { kind: 'refused', reason };
}

function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

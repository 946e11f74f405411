import type { UrlParts } from './urlParts';

export type ForgeKind = 'github' | 'gitlab' | 'gitea' | 'bitbucket';

/** Something on a forge that an address names. Its texts are decoded. */
export type ForgePlace = {
  readonly forge: ForgeKind;
  /** With all groups above it, such as `group/sub/name`. */
  readonly repository: string;
} & (
  | { readonly kind: 'repository' }
  | { readonly kind: 'folder'; readonly ref: string; readonly path: string }
  | { readonly kind: 'file'; readonly ref: string; readonly path: string }
  | { readonly kind: 'issue' | 'pull'; readonly number: string }
  | { readonly kind: 'wiki' }
);

const HOSTS: Readonly<Record<string, ForgeKind>> = {
  'github.com': 'github',
  'www.github.com': 'github',
  'gitlab.com': 'gitlab',
  'codeberg.org': 'gitea',
  'gitea.com': 'gitea',
  'bitbucket.org': 'bitbucket',
};

/** Whether a host is one of the public forges. */
export function isForgeHost(hostname: string): boolean {
  return HOSTS[hostname] !== undefined;
}

/** Paths of forges that are no owners of repositories. */
const RESERVED = new Set(
  (
    'about account api apps blog collections contact customer-stories dashboard enterprise events explore features groups help ' +
    'issues join login logout marketplace new notifications orgs organizations pricing projects pulls readme repo search security ' +
    'sessions settings signup site sponsors stars team teams topics trending user users -'
  ).split(' '),
);

/** What an address names on a known forge, or on a host whose paths are those of GitLab or Gitea. Undefined for other addresses. */
export function forgePlace({ hostname, segments: written }: UrlParts): ForgePlace | undefined {
  const segments = written.map(decoded);
  const known = HOSTS[hostname];
  if (known === undefined) return placeByPath(segments);
  const [owner = '', name = ''] = segments;
  if (name === '' || RESERVED.has(owner.toLowerCase())) return undefined;
  switch (known) {
    case 'github':
      return github(`${owner}/${withoutGit(name)}`, segments.slice(2));
    case 'gitlab':
      return gitlab(segments);
    case 'gitea':
      return gitea(`${owner}/${withoutGit(name)}`, segments.slice(2));
    case 'bitbucket':
      return bitbucket(`${owner}/${withoutGit(name)}`, segments.slice(2));
  }
}

/** Only paths that name more than a repository tell a forge from any other page. */
function placeByPath(segments: readonly string[]): ForgePlace | undefined {
  if (segments.indexOf('-') >= 2) {
    const place = gitlab(segments);
    return place?.kind === 'repository' ? undefined : place;
  }
  const [owner = '', name = '', view = '', kind = ''] = segments;
  if (!/^(?:src|raw)$/.test(view) || !/^(?:branch|tag|commit)$/.test(kind)) return undefined;
  return gitea(`${owner}/${name}`, segments.slice(2));
}

function github(repository: string, [view = '', ref = '', ...path]: readonly string[]) {
  const place = { forge: 'github', repository } as const;
  return viewed(place, view, ref, path) ?? numbered(place, view, ref) ?? rest(place, view);
}

function gitlab(segments: readonly string[]): ForgePlace | undefined {
  const dash = segments.indexOf('-');
  const names = dash < 0 ? segments : segments.slice(0, dash);
  if (names.length < 2) return undefined;
  const repository = withoutGit(names.join('/'));
  const place = { forge: 'gitlab', repository } as const;
  const [view = '', ref = '', ...path] = dash < 0 ? [] : segments.slice(dash + 1);
  const own = view === 'work_items' ? 'issues' : view === 'merge_requests' ? 'pull' : view;
  return viewed(place, own, ref, path) ?? numbered(place, own, ref) ?? rest(place, own);
}

function gitea(repository: string, [view = '', kind = '', ...more]: readonly string[]) {
  const place = { forge: 'gitea', repository } as const;
  const issue = numbered(place, view, kind);
  if (issue !== undefined) return issue;
  if (!/^(?:src|raw)$/.test(view)) return rest(place, view);
  const [ref = '', ...path] = /^(?:branch|tag|commit)$/.test(kind) ? more : [];
  return viewed(place, /\.[^.]+$|^[A-Z]+$/.test(path.at(-1) ?? '') ? 'blob' : 'tree', ref, path);
}

function bitbucket(repository: string, [view = '', ref = '', ...path]: readonly string[]) {
  const place = { forge: 'bitbucket', repository } as const;
  const own = view === 'src' ? (/\.[^.]+$/.test(path.at(-1) ?? '') ? 'blob' : 'tree') : view;
  const numberedAs = view === 'pull-requests' ? 'pull' : own;
  return viewed(place, own, ref, path) ?? numbered(place, numberedAs, ref) ?? rest(place, view);
}

interface Repository {
  readonly forge: ForgeKind;
  readonly repository: string;
}

function viewed(place: Repository, view: string, ref: string, path: readonly string[]) {
  if (ref === '') return undefined;
  const at = { ...place, ref, path: path.join('/') };
  if (/^(?:blob|raw|blame)$/.test(view) && path.length > 0) return { ...at, kind: 'file' } as const;
  return view === 'tree' ? ({ ...at, kind: 'folder' } as const) : undefined;
}

function numbered(place: Repository, view: string, number: string): ForgePlace | undefined {
  if (!/^\d{1,10}$/.test(number)) return undefined;
  if (view === 'issues') return { ...place, kind: 'issue', number };
  return view === 'pull' || view === 'pulls' ? { ...place, kind: 'pull', number } : undefined;
}

function rest(place: Repository, view: string): ForgePlace | undefined {
  if (view === '') return { ...place, kind: 'repository' };
  return view === 'wiki' || view === 'wikis' ? { ...place, kind: 'wiki' } : undefined;
}

function withoutGit(name: string): string {
  return name.replace(/\.git$/, '');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

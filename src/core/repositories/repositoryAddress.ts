import { forgePlace, isForgeHost } from '../urls/forge';
import { isNearHost, urlParts, type UrlParts } from '../urls/urlParts';

export type RepositoryForge = 'github' | 'gitlab' | 'gitea';

/** A repository on a forge, and which part of it. */
export interface RepositoryPlace {
  readonly forge: RepositoryForge;
  /** Scheme, host, and port. */
  readonly origin: string;
  /** With the owner or all groups above it, such as `group/sub/name`. */
  readonly repository: string;
  /** Segments of a branch, tag, or commit, and then of a folder or file. Both may have several. Empty: the default branch. */
  readonly at: readonly string[];
  /** Whether `at` ends with a file, not a folder. */
  readonly isFile: boolean;
}

export type AddressRead =
  | { readonly kind: 'place'; readonly place: RepositoryPlace }
  /** The address doesn't tell which software the host runs. */
  | { readonly kind: 'unknown'; readonly host: string; readonly forges: readonly RepositoryForge[] }
  /** The reason is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads the address of a repository, or of anything in one. `forge` is the user's answer about an unknown host. */
export function readAddress(text: string, forge?: RepositoryForge): AddressRead {
  const parts = urlParts(withScheme(text.trim()));
  if (parts === undefined) return refused(EXAMPLE);
  if (parts.hasLogin) return refused('Leave the user name and password out of the address.');
  if (!HOST.test(parts.host)) return refused(EXAMPLE);
  if (parts.scheme === 'http' && !isNearHost(parts.hostname))
    return refused(
      'Use https. Without it, others could change the files; http is only for your own network.',
    );
  if (parts.hostname === 'gist.github.com') return refused('A gist is not a repository.');
  return checked(placeOf(parts, forge));
}

const EXAMPLE = 'Enter the address of a repository, such as github.com/owner/name.';
const HOST = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[::1\])(?::\d{1,5})?$/;
/** Views of a branch, tag, or commit that show something else than its files. */
const OTHER_VIEW = /^(?:-\/)?(?:commits?(?:\/(?:branch|tag|commit))?|releases\/tag|tags)\/(.+)$/;

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  const address = text.replace(/^git@([^:/]+):/, '$1/');
  return `${isNearHost(/^[^:/]*/.exec(address)?.[0] ?? '') ? 'http' : 'https'}://${address}`;
}

function placeOf(parts: UrlParts, forge: RepositoryForge | undefined): AddressRead {
  const { segments, host } = parts;
  const found = forgePlace(parts) ?? forgePlace({ ...parts, segments: repositorySegments(parts) });
  if (found?.forge === 'bitbucket')
    return refused(
      'Bitbucket is not supported. Download the repository there as a ZIP file and open the file.',
    );
  const origin = originOf(parts);
  if (found !== undefined) {
    const { repository } = found;
    const isFile = found.kind === 'file';
    const own = isFile || found.kind === 'folder' ? [found.ref, ...found.path.split('/')] : undefined;
    const at = (own ?? otherView(segments, repository)).filter((segment) => segment !== '');
    return { kind: 'place', place: { forge: found.forge, origin, repository, at, isFile } };
  }
  if (segments.length < 2 || isForgeHost(parts.hostname)) return refused(EXAMPLE);
  const forges: RepositoryForge[] = segments.length === 2 ? ['gitea', 'gitlab'] : ['gitlab'];
  if (forge === undefined || !forges.includes(forge)) return { kind: 'unknown', host, forges };
  const repository = segments.join('/').replace(/\.git$/, '');
  return { kind: 'place', place: { forge, origin, repository, at: [], isFile: false } };
}

/** Those that name the repository alone. */
function repositorySegments({ segments }: UrlParts): readonly string[] {
  const dash = segments.indexOf('-');
  return segments.slice(0, dash < 2 ? 2 : dash);
}

function otherView(segments: readonly string[], repository: string): readonly string[] {
  const view = segments.slice(repository.split('/').length).join('/');
  return OTHER_VIEW.exec(view)?.[1]?.split('/') ?? [];
}

function originOf({ scheme, host }: UrlParts): string {
  return `${scheme}://${host.replace(/^www\.(?=github\.com)/, '')}`;
}

/** Names that could lead a request elsewhere are refused. */
function checked(read: AddressRead): AddressRead {
  if (read.kind !== 'place') return read;
  const { forge, repository, at } = read.place;
  const hasGroups = forge !== 'gitlab' && repository.split('/').length !== 2;
  if (hasGroups || !isRepositoryName(repository)) return refused(EXAMPLE);
  return at.every((segment) => segment.isWellFormed() && !/^\.\.?$/.test(segment))
    ? read
    : refused('The branch or folder in the address is not valid.');
}

export function isRepositoryName(repository: string): boolean {
  const names = repository.split('/');
  return names.length >= 2 && names.every((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));
}

function refused(reason: string): AddressRead {
  return { kind: 'refused', reason };
}

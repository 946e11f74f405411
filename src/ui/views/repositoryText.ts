/** All texts of the network page that fetches repositories, a separate entry that must not load those of the app. */
import type { LeftOutFile } from '../../core/repositories/repositoryFiles';
import type { RepositoryForge } from '../../core/repositories/repositoryAddress';
import { bytesLabel, grouped, plural } from '../shared/numbers';

export const TEXT = {
  documentTitle: 'Strata: open a repository',
  title: 'Open a public repository',
  intro:
    'This page sends requests only when you press a button, to the address on it, without cookies. It passes the files to Strata, which stays offline.',
  none: 'Open this page with “Open a public repository…” in Strata.',
  forge: (host: string) => `Which software runs ${host}?`,
  forges: {
    github: 'GitHub',
    gitlab: 'GitLab',
    gitea: 'Gitea or Forgejo',
  } satisfies Readonly<Record<RepositoryForge, string>>,

  token: 'Token (optional)',
  tokenFor: (host: string) => `Token for ${host}`,
  tokenHint: (host: string, limit: string | undefined) =>
    `Not needed for public repositories${limit === undefined ? '' : `, but raises the limit of ${limit}`}. Sent only to ${host}, forgotten when this page closes.`,

  listTitle: '1. List of files',
  requests: 'Requests for the list of files',
  list: (host: string) => `List files from ${host}`,
  follow: 'List and follow the redirect',
  followWithoutToken: 'List and follow the redirect, without the token',
  cancel: 'Cancel',
  listing: (entries: number) =>
    entries === 0 ? 'Waiting for the list…' : `${plural(entries, 'entry', 'entries')} so far…`,
  redirected:
    "The server redirects to another address, which browsers don't reveal. Nothing has been requested there. The repository may have a new name.",
  truncated: (listed: number) =>
    `The repository is too large: the list ends after ${plural(listed, 'entry', 'entries')}. List one of its folders instead.`,
  folder: 'Folder',
  onlyFolder: 'Choose folder',
  listed: (place: string, commit: string) => `${place}, commit ${commit.slice(0, 10)}`,

  filesTitle: '2. Files',
  size: (count: number, bytes: number | undefined) =>
    bytes === undefined ? plural(count, 'file') : `${plural(count, 'file')} (${bytesLabel(bytes)})`,
  noTexts: 'There are no text files.',
  unknownSize: (limit: number) =>
    `The server doesn't say how large they are. Files above ${bytesLabel(limit)} are not fetched.`,
  binaries: (size: string) => `Also fetch ${size} without text: images, fonts, archives, and others`,
  tooMuch: (reason: string) => `${reason} List one of the folders instead.`,
  leftOut: (kind: LeftOutFile['kind'], count: number) => {
    switch (kind) {
      case 'large':
        return `${plural(count, 'file')} larger than 5 MB`;
      case 'link':
        return plural(count, 'symbolic link');
      case 'submodule':
        return plural(count, 'submodule');
      case 'name':
        return `${plural(count, 'file')} with a name that is not safe`;
      case 'other':
        return `${plural(count, 'entry', 'entries')} of another kind`;
    }
  },
  leftOutTitle: 'Not fetched:',
  more: (count: number) => `and ${grouped(count)} more`,
  fetch: (size: string, host: string) => `Fetch ${size} from ${host}`,
  continue: (size: string, host: string) => `Continue: fetch ${size} from ${host}`,
  fetchFollowing: (size: string, host: string, hasToken: boolean) =>
    `Fetch ${size} from ${host} and follow redirects${hasToken ? ', without the token' : ''}`,
  openWithout: (missing: number) => `Open without ${plural(missing, 'missing file')}`,
  open: 'Open in Strata',
  progress: (done: number, all: number, bytes: number) =>
    `${grouped(done)} of ${plural(all, 'file')}, ${bytesLabel(bytes)}`,
  progressLabel: 'Files fetched',
  failures: (count: number) => `${plural(count, 'file')} could not be fetched:`,
  limitHint: 'What has been fetched is kept.',
  opening: 'Passing the files to Strata…',
  opened: (name: string) => `Opened in Strata as ${name}. It stays there until you close or reload its tab.`,
  refused: (reason: string) => `${reason} Enter the same address in Strata again, and press the button here.`,
  close: 'Close this page',
} as const;

/** Paths that a reply may not change, or only after the user has confirmed each by name. */
import { baseName, type RepoPath } from '../../files/repoPath';

/** Reasons complete the sentence "This file …". */
export type PathRisk =
  | { readonly kind: 'none' }
  | { readonly kind: 'confirm'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** The risk of writing a file that a reply names. */
export function riskOf(path: RepoPath): PathRisk {
  const segments = path.split('/').map(canonicalSegment);
  if (segments.some((segment) => GIT_FOLDERS.has(segment)))
    return { kind: 'refused', reason: "is part of Git's own data" };
  const plain = segments.join('/');
  const name = canonicalSegment(baseName(path));
  for (const { reason, matches } of CONFIRMED) if (matches(plain, name)) return { kind: 'confirm', reason };
  return { kind: 'none' };
}

/** `git~1` is the short name of `.git` on Windows. */
const GIT_FOLDERS: ReadonlySet<string> = new Set(['.git', 'git~1']);

interface Confirmed {
  readonly reason: string;
  readonly matches: (path: string, name: string) => boolean;
}

const CONFIRMED: readonly Confirmed[] = [
  {
    reason: 'runs on a build server',
    matches: (path, name) => CI_FOLDERS.some((folder) => isIn(path, folder)) || CI_FILES.has(name),
  },
  { reason: 'may hold secrets', matches: (_, name) => isSecret(name) },
  {
    reason: 'runs when Git or an editor does something',
    matches: (path, name) => HOOK_FOLDERS.some((folder) => isIn(path, folder)) || HOOK_FILES.has(name),
  },
  { reason: 'is a program', matches: (_, name) => PROGRAMS.has(extension(name)) },
];

const CI_FOLDERS = [
  '.github/workflows',
  '.github/actions',
  '.circleci',
  '.gitlab',
  '.buildkite',
  '.woodpecker',
];
const CI_FILES = wordsIn(`
  .gitlab-ci.yml .travis.yml jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml .drone.yml appveyor.yml
  cloudbuild.yaml
`);

const HOOK_FOLDERS = ['.husky', '.githooks', '.git-hooks', 'hooks', '.devcontainer', '.vscode', '.idea'];
const HOOK_FILES = wordsIn(`
  .pre-commit-config.yaml lefthook.yml .lefthook.yml .gitmodules .gitconfig .envrc .npmrc .yarnrc
  .yarnrc.yml .bashrc .zshrc .profile .bash_profile pre-commit pre-push post-checkout post-merge post-commit
  prepare-commit-msg commit-msg
`);

const PROGRAMS = wordsIn(`
  exe dll com bat cmd msi scr ps1 psm1 vbs vbe wsf hta lnk reg sh bash zsh fish command so dylib jar
  appimage bin deb rpm desktop
`);

function isSecret(name: string): boolean {
  return name.startsWith('.env') || SECRET_FILES.has(name) || SECRET_ENDS.has(extension(name));
}

const SECRET_FILES = wordsIn(`
  .netrc .pgpass id_rsa id_ed25519 authorized_keys
`);
const SECRET_ENDS: ReadonlySet<string> = new Set(['env', 'pem', 'key', 'pfx', 'p12', 'keystore']);

/** Windows ignores case, trailing dots and blanks, and takes what follows a colon as a stream of the same file. */
function canonicalSegment(segment: string): string {
  const [name = ''] = segment.split(':');
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  // Format characters that some file systems ignore in names.
  return name
    .slice(0, end)
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toLowerCase();
}

/** Whether a folder is the path's start, or one of its parts. */
function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`) || path.includes(`/${folder}/`);
}

function extension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

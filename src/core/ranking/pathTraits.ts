/** Classifies files by their paths. */
import { isProse, languageOf } from '../files/language';
import { baseName, type RepoPath } from '../files/repoPath';

/** Returns whether the file is a program or its markup, not prose, data, or configuration. */
export function isCodePath(path: string): boolean {
  const repoPath = path as RepoPath; // Only the file name is used.
  return !isProse(repoPath) && !NOT_CODE.has(languageOf(repoPath).id);
}

const NOT_CODE: ReadonlySet<string> = new Set(
  `apacheconf bazel bibtex bicep cabal caddy cmake codeowners csv cue devicetree diff dockerfile dot dotenv
  editorconfig fluent git-attributes git-config gitignore gn go-module hcl http ini json json5 jsonc jsonl jupyter kconfig
  kdl linkerscript makefile mermaid meson nginx ninja nix plantuml plist po postscript properties requirements sql
  ssh-config svg terraform-lock toml tsv turtle typst xml yaml yang`.split(/\s+/),
);

export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(baseName(path as RepoPath));
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|testing|testdata|e2e|[\w.-]{1,100}\.tests)\//i;
const TEST_NAME =
  /[._-](?:test|tests|spec)\.[\w.]+$|^test_|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|cs|php|scala|swift)$|_(?:test|tests|spec)\.\w+$/i;

/** Whether the file is documentation. */
export function isDocsPath(path: string): boolean {
  return /\.(?:md|mdx|rst|adoc|txt)$/i.test(path) || /^docs?\//.test(path);
}

/**
 * Returns whether the file is not part of the project proper: examples, fixtures, dependencies, translations, and the
 * like.
 */
export function isAsidePath(path: string): boolean {
  return ASIDE.test(path);
}

const ASIDE =
  /(?:^|\/)(?:vendor|third_party|deps|dist|examples?|fixtures?|testdata|samples?|locale|migrations|benchmarks?|docs?|playground|templates|documentation|snapshots|resources)\//i;

/** The links of all files in a folder, kept current: after a change, only files with possibly different links are linked. */
import { runSteps, type Steps } from '../async/steps';
import type { RepoPath } from '../files/repoPath';
import { affectedSteps } from './affectedFiles';
import { Linking, type LinkedFile } from './fileLinks';
import { addTo } from './resolvers/folder';

/** Files without links are absent. Lists are in the order of the files. */
export interface FileLinks {
  readonly uses: ReadonlyMap<RepoPath, readonly RepoPath[]>;
  readonly usedBy: ReadonlyMap<RepoPath, readonly RepoPath[]>;
}

export interface LinkedFolder extends FileLinks {
  readonly files: ReadonlyMap<RepoPath, LinkedFile>;
}

export function linkFiles(files: readonly LinkedFile[]): FileLinks {
  return runSteps(linkSteps(files));
}

/**
 * Links files, in steps of one file. Linear in the names and imports of all files. With the result for an earlier state
 * of the folder, whose files were in the same order, keeps the links of files that a change can't affect.
 */
export function* linkSteps(files: readonly LinkedFile[], before?: LinkedFolder): Steps<LinkedFolder> {
  const linking = yield* Linking.of(files);
  const affected = before && (yield* affectedSteps(files, before.files));
  const uses = new Map<RepoPath, readonly RepoPath[]>();
  const usedBy = new Map<RepoPath, RepoPath[]>();
  for (const [at, { path }] of files.entries()) {
    yield;
    const isKept = affected?.has(path) === false;
    const targets = isKept ? (before?.uses.get(path) ?? []) : linking.targetsOf(at);
    if (targets.length === 0) continue;
    uses.set(path, targets);
    for (const target of targets) addTo(usedBy, target, path);
  }
  return { files: new Map(files.map((file) => [file.path, file])), uses, usedBy };
}

import { escapePath } from '../../../src/core/compose/escapePath';
import { parseRepoPath, type RepoPath } from '../../../src/core/files/repoPath';
import { riskOf } from '../../../src/core/replies/placing/pathRisk';

/** The new path of a file, without it if the file can't be renamed. */
export function renameTarget(written: string): { readonly path?: RepoPath; readonly risk?: string } {
  const parsed = parseRepoPath(written);
  if (parsed.kind === 'refused') return { risk: `can’t be renamed: the new path ${parsed.reason}` };
  const { path } = parsed;
  const risk = riskOf(path);
  if (risk.kind === 'none') return { path };
  const words = `would become ${escapePath(path)}, which ${risk.reason}`;
  return risk.kind === 'refused' ? { risk: words } : { path, risk: words };
}

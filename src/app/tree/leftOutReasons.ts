import type { RepoPath } from '../../core/files/repoPath';
import type { LeftOut } from '../../core/ignore/leftOut';
import type { FolderNode } from './treeNode';

/** A rule and the entries it leaves out. `examples` has the first few paths; a folder includes everything in it. */
export interface LeftOutReason {
  readonly key: string;
  readonly leftOut: LeftOut;
  readonly count: number;
  readonly examples: readonly RepoPath[];
}

const EXAMPLES = 3;

/** All rules that leave something out, the ones with the most entries first. */
export function leftOutReasons(root: FolderNode): LeftOutReason[] {
  const found = new Map<string, { leftOut: LeftOut; count: number; examples: RepoPath[] }>();
  const open: FolderNode[] = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const node of folder.children.values()) {
      const { leftOut } = node;
      if (leftOut === undefined) {
        if (node.kind === 'folder' && node.sums.leftOut > 0) open.push(node);
        continue;
      }
      if (node.kind === 'file' && node.ticked) continue;
      const key = reasonKey(leftOut);
      const reason = found.get(key) ?? { leftOut, count: 0, examples: [] };
      reason.count += 1;
      if (reason.examples.length < EXAMPLES) reason.examples.push(node.path);
      found.set(key, reason);
    }
  }
  const reasons = [...found].map(([key, reason]) => ({ key, ...reason }));
  return reasons.sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
}

function reasonKey(leftOut: LeftOut): string {
  const { source, rule } = leftOut;
  const place = source === 'file' ? leftOut.file : '';
  const line = source === 'file' || source === 'user' ? leftOut.line : 0;
  return JSON.stringify([source, place, line, rule]);
}

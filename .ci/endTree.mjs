// Ends a process and everything it started, including processes that left its group, as browsers do.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { kill, platform } from 'node:process';

/** @param {number} root id of a process that leads its own group */
export function endTree(root) {
  if (platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(root), '/t', '/f']);
    return;
  }
  // Listed before anything ends: a child without a parent no longer shows where it came from.
  for (const id of [-root, ...withDescendants(root)]) {
    try {
      kill(id, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

/**
 * @param {number} root
 * @returns {readonly number[]}
 */
function withDescendants(root) {
  const processes = listProcesses();
  const found = [root];
  for (const id of found)
    found.push(...processes.filter(({ parent }) => parent === id).map((process) => process.id));
  return found;
}

/** @returns {readonly { readonly id: number, readonly parent: number }[]} */
function listProcesses() {
  const lines = platform === 'linux' ? readProcFolder() : listByPs();
  return lines.map(([id = 0, parent = 0]) => ({ id, parent }));
}

function listByPs() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

/** A container may lack ps. */
function readProcFolder() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [[Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])]];
      } catch {
        return []; // It has ended.
      }
    });
}

// Ensures that one process runs at a time: the lock is a file with its owner's process id.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { kill, pid } from 'node:process';

/**
 * Waits for the lock, runs the task, and releases the lock even if the task fails.
 * @param {string} path
 * @param {() => void} task
 */
export function withLock(path, task) {
  mkdirSync(dirname(path), { recursive: true });
  while (!tryLock(path)) pause(100);
  try {
    task();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (!ownerIsAlive(path)) rmSync(path, { force: true });
    return false;
  }
}

/** @param {string} path */
function ownerIsAlive(path) {
  try {
    const owner = readFileSync(path, 'utf8');
    // Empty for a moment, after the file is created and before the id is written.
    if (owner !== '') kill(Number(owner), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexEntry, Oid, TreeFile } from '../../src/core/git/model';
import type { WorkingFile } from '../../src/core/git/status/worktreeChanges';
import type { TestRepository } from './testRepository';

/** The entries of the index, read by git itself. */
export function indexOf(repository: TestRepository): readonly IndexEntry[] {
  const output = repository.git(['ls-files', '-s', '--debug', '-z']);
  return [...output.matchAll(ENTRY)].map(
    ([, mode = '', oid = '', stage, path = '', s, ns, size, flags = '']) => {
      const bits = Number.parseInt(flags, 16);
      return {
        path: textOf(path),
        mode: Number.parseInt(mode, 8),
        oid: oid as Oid,
        stage: Number(stage) as IndexEntry['stage'],
        size: Number(size),
        modified: [Number(s), Number(ns)],
        isAssumedUnchanged: (bits & 0x8000) !== 0,
        isSkipped: (bits & 0x4000_0000) !== 0,
        isIntended: (bits & 0x2000_0000) !== 0,
      };
    },
  );
}

const ENTRY =
  /(\d{6}) ([0-9a-f]{40}) (\d)\t([^\0]+)\0\s+ctime: .*\n\s+mtime: (\d+):(\d+)\n\s+dev: .*\n\s+uid: .*\n\s+size: (\d+)\s+flags: ([0-9a-f]+)\n/g;

/** The files of HEAD by path; none on an unborn branch. */
export function headOf(repository: TestRepository): ReadonlyMap<string, TreeFile> {
  const files = new Map<string, TreeFile>();
  for (const line of outputOf(repository, ['ls-tree', '-r', '-z', 'HEAD']).split('\0')) {
    const [, mode = '', oid = '', name = ''] = /^(\d{6}) \w+ ([0-9a-f]{40})\t([^]+)$/.exec(line) ?? [];
    const path = textOf(name);
    if (path !== '') files.set(path, { path, mode: Number.parseInt(mode, 8), oid: oid as Oid });
  }
  return files;
}

/** All blobs of a small repository. */
export function blobsOf(repository: TestRepository): ReadonlyMap<string, Uint8Array> {
  const output = repository.git(['cat-file', '--batch', '--batch-all-objects']);
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const [oid = '', kind, size] = output.slice(at, end).split(' ');
    const next = end + 1 + Number(size);
    if (kind === 'blob') blobs.set(oid, new Uint8Array(Buffer.from(output.slice(end + 1, next), 'latin1')));
    at = next + 1;
  }
  return blobs;
}

/** The files that a browser would list: no links, no empty folders. */
export function workingFilesOf({ folder }: TestRepository): ReadonlyMap<string, WorkingFile> {
  const files = new Map<string, WorkingFile>();
  const visit = (below: string): void => {
    for (const { name } of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? name : `${below}/${name}`;
      if (name === '.git') continue;
      const stats = lstatSync(join(folder, path));
      if (stats.isDirectory()) visit(path);
      else if (stats.isFile())
        files.set(path, { path, size: stats.size, modified: Math.floor(stats.mtimeMs) });
    }
  };
  visit('');
  return files;
}

/** The untracked files that git doesn't ignore. */
export function untrackedOf(repository: TestRepository): readonly string[] {
  return textOf(repository.git(['ls-files', '-o', '--exclude-standard', '-z']))
    .split('\0')
    .slice(0, -1);
}

function outputOf(repository: TestRepository, options: readonly string[]): string {
  try {
    return repository.git(options);
  } catch {
    return '';
  }
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

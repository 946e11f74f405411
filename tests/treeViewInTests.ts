/** The state of the tree over entries listed by a test. */
import { flushSync } from 'svelte';
import { expect, vi } from 'vitest';
import { FileChanges } from '../src/app/tree/fileChanges.svelte';
import { TreeView } from '../src/app/tree/treeView.svelte';
import type { RepoPath } from '../src/core/files/repoPath';
import { path } from './repoPathInTests';
import type { LeftOut } from '../src/core/ignore/leftOut';
import type { ScannedEntry } from '../workers/engine/contract';
import { fileTree } from './fileTreeInTests';
import { endedRuns } from './endedRuns.svelte';

export const ignored: LeftOut = { source: 'built-in', rule: 'node_modules/' };
export const secret: LeftOut = { source: 'sensitive', rule: '.env' };

/** There is no task. */
export const NOT_LIKELY = { hasTask: false, places: new Map<string, number>(), use: () => () => undefined };

type Listed = string | readonly [string, LeftOut];

/** A view over these entries; a path that ends in a slash is a folder. */
export function open(entries: readonly Listed[]) {
  const frames: (() => void)[] = [];
  const { tree, items, tick } = fileTree((paths, when) => {
    changes[when](paths);
  });
  const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
  const changes = new FileChanges(items, clock, (task) => frames.push(task));
  const runs = endedRuns();
  const ticks: [readonly RepoPath[], boolean, string][] = [];
  const told: string[] = [];
  const confirmed: (readonly RepoPath[])[] = [];
  const questions = new Map<string, (paths: readonly RepoPath[]) => void>();
  const onlist = vi.fn((_path: RepoPath) => Promise.resolve());
  const view = new TreeView(tree, {
    ontick: (paths, on, name) => {
      ticks.push([paths, on, name]);
      for (const path of paths) tick(path, on);
      return paths.length;
    },
    ontell: (text) => told.push(text),
    onconfirmSensitive: (paths) => confirmed.push(paths),
    onmode: () => undefined,
    onmark: () => undefined,
    onlist,
    onfilter: (query) => new Promise((resolve) => questions.set(query, resolve)),
    onbeforefilter: () => undefined,
    revision: () => changes.revision,
    endedRuns: () => runs.count,
    likely: () => NOT_LIKELY,
  });
  let id = 0;
  const add = (more: readonly Listed[]) => {
    tree.addEntries(
      more.map((listed) =>
        typeof listed === 'string' ? entry((id += 1), listed) : entry((id += 1), ...listed),
      ),
    );
    view.listed();
    runAll(frames);
  };
  add(entries);
  return {
    ...{ view, tree, tick, frames, ticks, told, confirmed, onlist, add },
    endRun: () => runs.end(),
    lines: () => view.rows.map((row) => ' '.repeat(row.level - 1) + sign(row.expanded) + row.label),
    at: () => view.cursor.row?.node.path,
    selected: () => view.rows.filter((row) => view.cursor.isSelected(row.node)).map((row) => row.label),
    answer: async (query: string, ids: readonly number[]) => {
      await vi.waitFor(() => expect(questions.has(query)).toBe(true), { timeout: 20_000 });
      questions.get(query)?.(tree.pathsOf(ids));
      await Promise.resolve()
        .then(() => undefined)
        .then(() => undefined);
    },
  };
}

function sign(expanded: boolean | undefined): string {
  return expanded === undefined ? '' : expanded ? '-' : '+';
}

export function runAll(frames: (() => void)[]): void {
  for (const frame of frames.splice(0)) frame();
  flushSync();
}

export function entry(id: number, where: string, leftOut?: LeftOut): ScannedEntry {
  const kind = where.endsWith('/') ? 'folder' : 'file';
  return { id, path: path(where.replace(/\/$/, '')), kind, ...(leftOut && { leftOut }) };
}

/**
 * `--check replay`: replays commits of git repositories as turns of a chat in the app, which copies only what has changed. Rebuilds the
 * files from the pasted texts, and compares them with the disk.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LAYOUTS } from '../../src/core/settings/settings';
import { drive } from '../drive/drive';
import { git } from '../readback/git';
import { differentFiles } from '../readback/rebuiltFiles';
import { tableText } from './tables';

const TURNS = 30;

export interface Replay {
  readonly repository: string;
  readonly layout: string;
  readonly turns: number;
  readonly files: number;
  /** Tokens of the first document, and the mean of the updates. */
  readonly tokens: { readonly base: number; readonly update: number };
  /** Files that differ from the disk, are missing, or are too many. */
  readonly different: readonly string[];
  readonly errors: readonly string[];
}

export async function checkReplay(repositories: readonly string[]): Promise<readonly Replay[]> {
  const replays: Replay[] = [];
  for (const repository of repositories)
    for (const layout of LAYOUTS) replays.push(await replay(repository, layout));
  return replays;
}

export function replayText(replays: readonly Replay[]): string {
  const rows = replays.map(({ repository, layout, turns, files, tokens, different, errors }) => [
    `${basename(repository)}, ${layout}`,
    ...[turns, files, tokens.base, tokens.update, different.length, errors.length].map(String),
  ]);
  const names = ['turns', 'files', 'tokens of the first', 'of an update', 'files not equal', 'errors'];
  const details = replays.flatMap(({ different, errors }) => [...different, ...errors]);
  return [tableText(['', ...names], rows), ...details].join('\n');
}

async function replay(repository: string, layout: string): Promise<Replay> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'strata-replay-')));
  try {
    const folder = join(parent, 'folder');
    git(parent, ['clone', '--quiet', '--no-checkout', repository, folder]);
    const log = git(folder, ['log', '--first-parent', '--format=%H', `-${TURNS}`])
      .trim()
      .split('\n');
    const commits = log.toReversed();
    await writeFile(join(parent, 'commits'), `${commits.join('\n')}\n`);
    git(folder, ['checkout', '--quiet', commits[0] ?? '']);
    const { turns, report } = await drive({
      secrets: 'off',
      ...{ folder, layout, mode: 'full', ticks: [{ kind: 'tick', glob: '**' }] },
      turns: {
        ...{ count: commits.length, changesOnly: true },
        between: 'git checkout --quiet "$(sed -n "${TURN}p" ../commits)"',
      },
    });
    const ticked = report.files.filter((file) => file.ticked);
    const [base = 0, ...updates] = report.turns.toReversed().map(({ tokens }) => tokens);
    return {
      ...{ repository, layout, turns: turns.length, files: ticked.length },
      tokens: { base, update: Math.round(updates.reduce((sum, one) => sum + one, 0) / updates.length) },
      different: await differentFiles(folder, ticked, turns.join('\n')),
      errors: report.errors,
    };
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The rival: secretlint with its recommended rules. npm fetches it outside the repository. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { CACHE } from '../cache';

const VERSION = '12.0.0';
export const RIVAL = `secretlint ${VERSION}`;

const FOLDER = join(CACHE, `secretlint-${VERSION}`);
const PRESET = '@secretlint/secretlint-rule-preset-recommend';

/** Whether it finds anything in each text, or the reason why it could not be fetched. */
export async function foundBySecretlint(texts: readonly string[]): Promise<readonly boolean[] | string> {
  if (!existsSync(join(FOLDER, 'node_modules', PRESET))) {
    await mkdir(FOLDER, { recursive: true });
    const packages = [`@secretlint/core@${VERSION}`, `${PRESET}@${VERSION}`];
    try {
      await promisify(execFile)('npm', ['install', '--silent', '--prefix', FOLDER, ...packages]);
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    }
  }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: FOLDER,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(JSON.stringify(texts));
  return JSON.parse(await text(child.stdout)) as readonly boolean[]; // written by PROGRAM
}

/** Runs apart, because its profiler keeps a process busy long after the last text. */
const PROGRAM = `
import { readFileSync, writeSync } from 'node:fs';
import { lintSource } from '@secretlint/core';
import { creator as rule } from '${PRESET}';
const options = { config: { rules: [{ id: '${PRESET}', rule }] }, noPhysicFilePath: true };
const found = [];
for (const content of JSON.parse(readFileSync(0, 'utf8'))) {
  const source = { content, contentType: 'text', filePath: 'settings.txt', ext: '.txt' };
  found.push((await lintSource({ source, options })).messages.length > 0);
}
writeSync(1, JSON.stringify(found));
process.exit();
`;

/** A text in which the tests of secretlint expect secrets. */
export interface MustFlag {
  readonly rule: string;
  readonly name: string;
  readonly text: string;
  /** The expected findings, in UTF-16 units. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const RULES = 'packages/@secretlint';

export function isSecretlint(folder: string): boolean {
  return existsSync(join(folder, RULES, PRESET.slice(PRESET.indexOf('/') + 1)));
}

/** The snapshots of its recommended rules in a checkout of its repository. */
export async function mustFlagSamples(checkout: string): Promise<readonly MustFlag[]> {
  const preset = await readFile(
    join(checkout, RULES, 'secretlint-rule-preset-recommend/package.json'),
    'utf8',
  );
  const samples: MustFlag[] = [];
  for (const rule of (await readdir(join(checkout, RULES))).filter((name) =>
    preset.includes(`"@secretlint/${name}"`),
  )) {
    const snapshots = join(checkout, RULES, rule, 'test/snapshots');
    if (!existsSync(snapshots) || rule.endsWith('recommend')) continue;
    for (const name of await readdir(snapshots)) {
      const files = await readdir(join(snapshots, name));
      const input = files.find((file) => file.startsWith('input'));
      if (input === undefined || !files.includes('output.json')) continue;
      const content = await readFile(join(snapshots, name, input), 'utf8');
      const { messages } = JSON.parse(
        await readFile(join(snapshots, name, 'output.json'), 'utf8'),
      ) as Snapshot;
      const ranges = messages.flatMap(({ range }) => (range === undefined ? [] : [range]));
      if (ranges.length > 0) samples.push({ rule, name, text: content, ranges });
    }
  }
  return samples;
}

interface Snapshot {
  readonly messages: readonly { readonly range?: readonly [number, number] }[];
}

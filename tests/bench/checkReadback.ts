/** `--check readback`: selects and copies everything in a folder and compares the copy with git and the disk. */
import { grouped } from '../../src/core/numberText';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { drive } from '../drive/drive';
import { compareListing, type Listing } from '../readback/compareListing';
import { parsers } from '../readback/filesInMarkdown';
import { git } from '../readback/git';
import {
  countDifferences,
  readTextsBack,
  readTokensBack,
  type CountDifference,
  type TextsReadBack,
  type TokensReadBack,
} from '../readback/readBack';
import { inFence, textOnDisk } from '../readback/textOnDisk';
import { tableText } from './tables';

export interface Readback {
  readonly folder: string;
  readonly bytes: number;
  readonly listing: Listing;
  readonly texts: TextsReadBack;
  readonly tokens: TokensReadBack;
  readonly differences: readonly CountDifference[];
  readonly errors: readonly string[];
}

export async function checkReadback(folder: string): Promise<Readback> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'strata-readback-')));
  try {
    return await readFolderBack(await copyAsRepository(folder, join(parent, basename(folder))));
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The folder's own history is not copied. */
async function copyAsRepository(folder: string, copy: string): Promise<string> {
  const history = join(folder, '.git');
  await cp(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source !== history,
  });
  execFileSync('git', ['init', '--quiet', copy], { stdio: 'ignore' });
  git(copy, ['-c', 'core.safecrlf=false', 'add', '--all']);
  return copy;
}

async function readFolderBack(folder: string): Promise<Readback> {
  const { copied = '', report } = await drive({
    secrets: 'off',
    folder,
    layout: 'sections',
    ticks: [{ kind: 'tick', glob: '**' }],
    out: 'the clipboard',
  });
  const ticked = report.files.flatMap(({ path, ticked: is }) => (is ? [path] : []));
  const byCommonmark = parsers['commonmark'];
  if (byCommonmark === undefined) throw new Error('there is no parser called commonmark');
  return {
    folder,
    bytes: report.document.bytes,
    listing: compareListing(folder, report),
    texts: await readTextsBack(byCommonmark(copied), ticked, async (path) => {
      const text = await textOnDisk(folder, path);
      return text === undefined ? undefined : inFence(text);
    }),
    tokens: readTokensBack(copied, report),
    differences: await countDifferences(folder, report),
    errors: report.errors,
  };
}

export function readbackText(all: readonly Readback[]): string {
  const row = (name: string, cell: (readback: Readback) => number): readonly string[] => [
    name,
    ...all.map((readback) => grouped(cell(readback))),
  ];
  const table = tableText(
    ['', ...all.map(({ folder }) => basename(folder))],
    [
      row('listed by git', ({ listing }) => listing.listed),
      row('· symbolic links', ({ listing }) => listing.links.length),
      row('· repositories of their own', ({ listing }) => listing.gitlinks.length),
      row('· names that the browser hides', ({ listing }) => listing.hidden.length),
      row('· left out by the built-in list', ({ listing }) => listing.builtIn.length),
      row('· left out for a sensitive name', ({ listing }) => listing.sensitive.length),
      row('listed by git, missing in the app', ({ listing }) => listing.missing.length),
      row('in the app, not listed by git', ({ listing }) => listing.extra.length),
      row('ignored by another rule than git says', ({ listing }) => listing.otherRule.length),
      row('texts equal to the disk', ({ texts }) => texts.equal),
      row('binary, with a line that says so', ({ texts }) => texts.notices),
      row('texts not equal', ({ texts }) => texts.different.length),
      row('files missing or out of order', ({ texts }) => texts.misplaced.length),
      row('bytes on the clipboard', ({ bytes }) => bytes),
      row('tokens shown', ({ tokens }) => tokens.shown),
      row('tokens, sum of all blocks', ({ tokens }) => tokens.sumOfBlocks),
      row('tokens of the whole, by gpt-tokenizer', ({ tokens }) => tokens.byTokenizer),
      row('files that gpt-tokenizer counts otherwise', ({ differences }) => differences.length),
      row('· the difference in them', ({ differences }) =>
        differences.reduce((sum, { ours, byTokenizer }) => sum + byTokenizer - ours, 0),
      ),
      row(
        '· of these with U+FEFF inside',
        ({ differences }) => differences.filter(({ marks }) => marks > 0).length,
      ),
    ],
  );
  return [table, ...all.flatMap(detailsOf)].join('\n');
}

/** Details of the table's failures: the files concerned. */
function detailsOf({ folder, listing, texts, differences, errors }: Readback): readonly string[] {
  const named: Readonly<Record<string, readonly string[]>> = {
    'hidden by the browser': listing.hidden,
    'built-in list': listing.builtIn,
    'sensitive name': listing.sensitive,
    'missing in the app': listing.missing,
    'not listed by git': listing.extra,
    'another rule': listing.otherRule,
    'not equal': texts.different,
    'missing or out of order': texts.misplaced,
    'counted otherwise': differences.map(
      ({ path, ours, byTokenizer, marks }) => `${path} (${ours}, ${byTokenizer}; ${marks} U+FEFF)`,
    ),
    errors,
  };
  const lines = Object.entries(named).flatMap(([name, paths]) =>
    paths.length === 0 ? [] : [`${name}: ${paths.join(', ')}`],
  );
  return lines.length === 0 ? [] : ['', `${basename(folder)}:`, ...lines];
}

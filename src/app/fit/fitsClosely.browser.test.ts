/** No step that would fit by more than 2 % of the budget is left out, whatever the texts that list the files cost. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  apply,
  openFolder,
  slice,
  whenDone,
  type FileSizes,
  type Folder,
  measuringTexts,
  textOf,
} from '../../../tests/fitInTests';
import { path } from '../../../tests/repoPathInTests';
import type { BodyRequest } from '../../core/document/bodyRequest';
import type { RepoPath } from '../../core/files/repoPath';
import { FIT_LEVELS, UTILITY, type FitLevel } from '../../core/fit/fit';
import { LEAST_FOCUSED_TOKENS } from '../../core/fit/focusedLines';

/** Tokens of a file's views, and of what texts say about it. */
interface File extends FileSizes {
  readonly folder: number;
  readonly row: number;
  readonly mapped: number;
}

const FOCUSED_LINES = { focusedFifth: 20, focusedThird: 40 } as const;
const TOKENS_PER_LINE = 10;
const HEADING = 3;
const MAP_LIMIT = 2_000;

const someFiles = fc.array(
  fc.record({
    full: fc.integer({ min: 1, max: 6_000 }),
    outline: fc.integer({ min: 1, max: 300 }),
    folder: fc.integer({ min: 0, max: 3 }),
    row: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 900 })),
    mapped: fc.integer({ min: 1, max: 400 }),
  }),
  { minLength: 1, maxLength: 16 },
);

const someFolders = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 4, maxLength: 4 });

const someOptions = fc.constantFrom(
  {},
  { promptOff: new Set() },
  { fileTree: 'selected' },
  { fileTree: 'selected', promptOff: new Set() },
  { symbolMap: 'rest', symbolMapTokens: MAP_LIMIT },
  { symbolMap: 'all', symbolMapTokens: MAP_LIMIT },
  { symbolMap: 'all', symbolMapTokens: 100, fileTree: 'selected', promptOff: new Set() },
);

const someBudgets = fc.array(fc.oneof(fc.integer({ min: 20, max: 2_000 }), fc.integer({ max: 20_000 })), {
  minLength: 1,
  maxLength: 3,
});

test('leaves no step out that would fit by more than 2 % of the budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      someFiles,
      someFolders,
      someOptions,
      someBudgets,
      async (files, folders, options, budgets) => {
        const folder = await openWith(files, folders);
        const { proposal, workspace } = folder;
        workspace.setOptions(options as Parameters<typeof workspace.setOptions>[0], 'Set');
        await whenDone(workspace);
        await proposal.start();
        for (const budget of budgets) {
          proposal.plan.budget = 2 * budget;
          proposal.plan.budget = budget;
          expect(await proposal.confirm()).toBe(true);
          await expectClose(folder, files);
        }
        await apply(folder);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

async function openWith(files: readonly File[], folders: readonly number[]): Promise<Folder> {
  const fileAt = (of: RepoPath): File => files[Number(of.slice(-6, -3))] as File;
  const sum = (paths: readonly RepoPath[], tokensOf: (file: File) => number) =>
    paths.reduce((tokens, each) => tokens + tokensOf(fileAt(each)), 0);
  const all = files.map((_, id) => path(`src/${String(id).padStart(3, '0')}.ts`));
  const tokensOf = (request: BodyRequest): number => {
    switch (request.kind) {
      case 'prompt':
        return sum(
          request.sources.flatMap((each) =>
            typeof each === 'string' ? [] : each.files.map((file) => file.path),
          ),
          ({ row }) => row,
        );
      case 'fileTree': {
        const named = request.scope === 'all' ? all : request.paths;
        const used = new Set(named.map((each) => fileAt(each).folder));
        return named.length === 0
          ? 0
          : [...used].reduce((tokens, id) => tokens + (folders[id] ?? 0), 4 * named.length);
      }
      case 'symbolMap': {
        const except = new Set(request.except);
        const paths = (request.paths ?? all).filter((each) => !except.has(each));
        return Math.min(
          request.tokens,
          sum(paths, ({ mapped }) => mapped),
        );
      }
      default:
        return 10;
    }
  };
  return openFolder({
    files: files.length,
    sizeOf: fileAt,
    engine: {
      ...measuringTexts((section, request) => Promise.resolve(textOf(section, tokensOf(request)))),
      mapTokens: (paths) => Promise.resolve(paths.map((each) => fileAt(each).mapped)),
      focusFiles: ({ paths, tag }) =>
        Promise.resolve(
          paths.map((each) => ({
            path: each,
            levels: Object.values(FOCUSED_LINES).map((lines) => [slice(1, lines, tag)]),
          })),
        ),
    },
  });
}

/** Measures the document with each single step. */
async function expectClose({ proposal, workspace, paths }: Folder, files: readonly File[]): Promise<void> {
  const { budget, listsNames, result } = proposal.plan;
  const shown = new Map(
    result.rows.flatMap((row) => (row.level === undefined ? [] : [[row.path, row.level] as const])),
  );
  const bodyOf = (of: RepoPath, level: FitLevel): number => {
    const { full, outline } = files[paths.indexOf(of)] as File;
    return { full, outline, ...focused }[level];
  };
  const total = async (levels: ReadonlyMap<RepoPath, FitLevel>): Promise<number> => {
    const texts = await workspace.document.textsWith(listsNames ? { fileTree: 'all' } : {}, {
      paths: [...levels.keys()].sort(),
      shownInFull: () => [...levels.keys()].filter((each) => levels.get(each) === 'full').sort(),
    });
    const bodies = Array.from(levels, ([each, level]) => bodyOf(each, level));
    const lists = [...texts.values()].flat().map(({ tokens }) => tokens);
    // The task is the last block.
    return [...bodies, ...lists].reduce((sum, tokens) => sum + tokens, levels.size > 0 ? HEADING - 1 : -1);
  };
  expect(await total(shown)).toBe(result.tokens);
  expect(result.tokens).toBeLessThanOrEqual(budget + result.excess);
  for (const [at, each] of paths.entries()) {
    const from = shown.get(each);
    for (const level of FIT_LEVELS) {
      if (UTILITY[level] <= (from === undefined ? 0 : UTILITY[from])) continue;
      if (level in FOCUSED_LINES && (files[at] as File).full <= LEAST_FOCUSED_TOKENS) continue;
      const left = budget - (await total(new Map([...shown, [each, level]])));
      if (left >= 0) expect([each, level, left > 0.02 * budget]).toEqual([each, level, false]);
    }
  }
}

const focused = {
  focusedFifth: TOKENS_PER_LINE * FOCUSED_LINES.focusedFifth,
  focusedThird: TOKENS_PER_LINE * FOCUSED_LINES.focusedThird,
} as const;

/** A folder with a fit proposal, whose engine answers as the test wants. */
import { expect } from 'vitest';
import { engineWith, idle, indexedText, oneText, workspaceWith } from './workspaceInTests';
import { path } from './repoPathInTests';
import type { BodyRequest } from '../src/core/document/bodyRequest';
import type { SectionId } from '../src/core/document/sections/registry';
import type { ContentHash } from '../src/core/files/fileContent';
import type { RepoPath } from '../src/core/files/repoPath';
import type { CustomSlice } from '../src/core/slices/customSlice';
import type { BlockMeasure } from '../src/core/tokens/blockMeasure';
import { viewKey, type ViewRequest } from '../src/core/views/viewRequest';
import type { Notice } from '../src/app/notify';
import type { ContentProgress, Engine, MeasuredText } from '../src/app/ports/engine';
import { FitProposal } from '../src/app/fit/fitProposal.svelte';

export const DONE: ContentProgress = { state: 'done', done: 0, total: 0, failed: 0 };
export const FULL_TOKENS = 5_000;
export const OUTLINE_TOKENS = 100;
const TOKENS_PER_LINE = 10;

/** The last block of a document has one token less. */
export const ofTokens = (tokens: number): BlockMeasure => ({
  ...{ tokens, tokensAsLast: tokens - 1, bytes: tokens * 4, lines: 500 },
});

function tokensOf(view: ViewRequest, { outline }: FileSizes): number {
  if (view.mode === 'outline') return outline;
  if (view.mode !== 'custom') return FULL_TOKENS / 2;
  return view.slices.reduce(
    (sum, { startLine, endLine }) => sum + TOKENS_PER_LINE * (endLine - startLine + 1),
    0,
  );
}

/** Ten tokens, plus some for each listed file: far more than average for the likely ones. */
function textTokens(request: BodyRequest): number {
  switch (request.kind) {
    case 'prompt':
      return 20 * request.sources.flatMap((each) => (typeof each === 'string' ? [] : each.files)).length;
    case 'fileTree':
      return request.paths.reduce((sum, each) => sum + (each < 'src/030' ? 90 : 12), 10);
    case 'symbolMap':
      return 10 + 15 * (request.paths ?? []).length + 5 * (request.except ?? []).length;
    default:
      return 10;
  }
}

/** The blocks of a section whose text has this many tokens. */
export function textOf(section: SectionId, tokens: number): readonly MeasuredText[] {
  return oneText(section, tokens === 0 ? undefined : ofTokens(tokens));
}

export const textMeasure: Engine['measureSection'] = (section, request) =>
  Promise.resolve(textOf(section, textTokens(request)));

/** An engine that measures texts of the document and hypothetical ones in the same way. */
export function measuringTexts(measureSection: Engine['measureSection']): Partial<Engine> {
  return {
    measureSection,
    setSection: (section, request) =>
      request === undefined ? Promise.resolve([]) : measureSection(section, request),
  };
}

/** Contents are named after their files. */
export const hashOf = (of: RepoPath) => of as string as ContentHash;

export const slice = (startLine: number, endLine: number, tag: string): CustomSlice => ({
  ...{ startLine, endLine, tag, comment: undefined, contentHash: undefined, anchorLines: undefined },
  ...{ anchorBefore: undefined, totalLines: undefined, symbol: undefined, fileHash: undefined },
  ...{ lineHashes: undefined, unknown: {} },
});

/** Tokens of a file's block in two views. */
export interface FileSizes {
  readonly full: number;
  readonly outline: number;
  /** One unless stated otherwise. */
  readonly symbols?: number;
}

const USUAL: FileSizes = { full: FULL_TOKENS, outline: OUTLINE_TOKENS };

interface Wanted {
  readonly files?: number;
  readonly sizeOf?: (of: RepoPath) => FileSizes;
  readonly task?: string;
  readonly engine?: Partial<Engine>;
}

/**
 * A folder whose files have 5,000 tokens, unless stated otherwise, and 500 lines each. The first is the most likely for
 * the task, and all are relevant.
 */
export async function openFolder(wanted: Wanted = {}) {
  const { files = 10, sizeOf = () => USUAL, task = 'Why?', engine: overrides = {} } = wanted;
  const paths = Array.from({ length: files }, (_, id) => path(`src/${String(id).padStart(3, '0')}.ts`));
  let best = 41;
  const { engine, tell } = engineWith({
    measureViews: (views) =>
      Promise.resolve(
        views.map(({ path: of, views }) => ({
          path: of,
          hash: hashOf(of),
          symbolCount: sizeOf(of).symbols ?? 1,
          views: views.map((view) => ({
            ...{ key: viewKey(view), gaps: [], notes: [], warnings: [] },
            block: ofTokens(tokensOf(view, sizeOf(of))),
          })),
        })),
      ),
    rankFiles: ({ limit, excluded }) =>
      Promise.resolve({
        progress: DONE,
        files: paths
          .map((each, at) => ({
            ...{ path: each, score: -at, probability: 0.5 ** Math.min(at, 9), reasons: [`reason ${at}`] },
          }))
          .filter((each) => !excluded.includes(each.path))
          .slice(0, limit),
      }),
    focusFiles: ({ paths: focused, shares, tag }) =>
      Promise.resolve(
        focused.map((each) => ({ path: each, levels: shares.map(() => [slice(best, best + 19, tag)]) })),
      ),
    ...measuringTexts(textMeasure),
    countTexts: (texts) => Promise.resolve(texts.map(() => 3)),
    ...overrides,
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: paths.map((each, id) => ({ id, path: each, kind: 'file' })) });
  const indexed = (id: number, hash: string) => {
    const known = indexedText(id, hash);
    const { content } = known;
    if (content.kind !== 'text') throw new Error('not a text');
    const { full } = sizeOf(paths[id] as RepoPath);
    return { ...known, content: { ...content, lines: 500, tokens: full, block: ofTokens(full) } };
  };
  tell({ kind: 'indexed', files: paths.map((each, id) => indexed(id, each)) });
  tell(idle);
  workspace.setOptions({ task, fileTree: 'off' }, 'Edit task');
  await whenDone(workspace);
  const notices: Notice[] = [];
  const proposal = new FitProposal(workspace, (notice) => notices.push(notice));
  const setWindow = (startLine: number) => (best = startLine);
  return { workspace, paths, notices, proposal, tell, indexed, setWindow };
}

export type Folder = Awaited<ReturnType<typeof openFolder>>;

export async function whenDone(workspace: Folder['workspace']): Promise<void> {
  await workspace.changes.settled();
  await workspace.document.settled();
  await workspace.views.measure();
  await expect.poll(() => workspace.document.totals.exact).toBe(true);
}

export const changes = ({ proposal }: Folder) =>
  Object.fromEntries(proposal.plan.result.rows.map(({ path: of, change, level }) => [of, level ?? change]));

/** Applies the proposal and checks that the document is as promised. */
export async function apply({ proposal, workspace }: Folder): Promise<void> {
  const { tokens } = proposal.plan.result;
  expect(await proposal.confirm()).toBe(true);
  await proposal.apply();
  await whenDone(workspace);
  expect(workspace.document.totals.tokens).toBe(tokens);
}

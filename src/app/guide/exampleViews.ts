import { fileBlock } from '../../core/document/block';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import type { TokenEncoding } from '../../core/tokens/encoding';
import type { MaskLevel } from '../../core/views/mask';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { ViewMode } from '../../core/views/registry';
import type { Engine, Engines } from '../ports/engine';
import type { Folders } from '../ports/folders';

export interface ExampleView {
  readonly mode: ViewMode;
  /** Counted over the file's block in a document, with its heading. */
  readonly tokens: number;
  /** The lines of that block. */
  readonly lines: readonly string[];
}

export type Example =
  | { readonly kind: 'shown'; readonly views: readonly ExampleView[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** The file of the sample project that the guide shows. */
export const EXAMPLE = 'server/tidepool/prediction.py';

/** The symbols to select in it. The first one is also made a slice. */
const SELECTED: readonly (readonly [symbol: string, level: MaskLevel])[] = [
  ['height_at', 'def'],
  ['slope_at', 'sig'],
  ['heights', 'sig'],
];

/** Renders one file of the sample project in all views, in an engine of its own. */
export async function exampleViews(
  {
    engines,
    folders,
  }: { readonly engines: Pick<Engines, 'create'>; readonly folders: Pick<Folders, 'sample'> },
  encoding: TokenEncoding,
): Promise<Example> {
  const sample = await folders.sample();
  if (sample.kind !== 'picked' || sample.value.kind !== 'memory')
    return { kind: 'failed', reason: sample.kind === 'refused' ? sample.reason : 'there is no sample' };
  const { name, files } = sample.value;
  const parsed = parseRepoPath(EXAMPLE);
  if (parsed.kind !== 'path') return { kind: 'failed', reason: parsed.reason };
  const engine = engines.create(() => undefined); // Its calls reject if it stops.
  try {
    await engine.open(
      { kind: 'memory', name, files: files.filter(({ path }) => path === EXAMPLE) },
      { workspaceId: 'guide', encoding, userPatterns: '', sourceEncodings: new Map(), keepSummaries: false },
      () => undefined,
    );
    return { kind: 'shown', views: await viewsOf(engine, parsed.path) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    engine.dispose();
  }
}

async function viewsOf(engine: Engine, path: RepoPath): Promise<readonly ExampleView[]> {
  const views = await requests(engine, path);
  const [measured] = await engine.measureViews([{ path, views }]);
  return Promise.all(
    views.map(async (view, at) => {
      const block = measured?.views[at]?.block;
      if (block === undefined) throw new Error(measured?.failure ?? `${path} has no text`);
      const { texts } = await engine.readLines(fileBlock(path, view).source, 0, block.lines);
      return { mode: view.mode, tokens: block.tokens, lines: texts };
    }),
  );
}

async function requests(engine: Engine, path: RepoPath): Promise<readonly ViewRequest[]> {
  const [file] = await engine.measureViews([{ path, views: [], symbols: true }]);
  const sliced = file?.symbols?.symbols.find((symbol) => symbol.path === SELECTED[0]?.[0]);
  const slices = sliced && (await engine.anchorSlices(path, [{ ...rangeOf(sliced), tag: 'formula' }]));
  return [
    { mode: 'full' },
    { mode: 'skeleton', keep: 'all' },
    { mode: 'outline' },
    { mode: 'summary' },
    { mode: 'masked', mask: SELECTED.map(([symbol, level]) => ({ symbol, level })) },
    { mode: 'custom', slices: slices ?? [] },
  ];
}

function rangeOf({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }) {
  return { startLine, endLine };
}

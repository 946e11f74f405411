/** The file panel over a workspace of a few files in memory, with functions to read it. */
import { SvelteMap } from 'svelte/reactivity';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../src/ui/theme/index.css';
import { Composition } from '../../src/app/composition/composition.svelte';
import { RecentFiles } from '../../src/app/composition/recentFiles';
import { FileView, type FileViewSource } from '../../src/app/files/fileView.svelte';
import type {
  BlockLines,
  ContentProgress,
  LinksFound,
  MeasuredViews,
  SymbolInfo,
  ViewsWanted,
} from '../../src/app/ports/engine';
import { References } from '../../src/app/references/references';
import { Slices } from '../../src/app/slices/slices';
import { FileTree } from '../../src/app/tree/fileTree';
import type { TreeNode } from '../../src/app/tree/treeNode';
import type { MaskEntry } from '../../src/core/views/mask';
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import { effectiveView } from '../../src/core/items/effectiveView';
import { DEFAULT_OPTIONS } from '../../src/core/settings/compositionOptions';
import { createSlice } from '../../src/core/slices/createSlice';
import type { CustomSlice } from '../../src/core/slices/customSlice';
import { resolveSlices } from '../../src/core/slices/resolveSlices';
import { modelById } from '../../src/core/tokens/models';
import { tokenText } from '../../src/core/tokens/tokenText';
import type { FileListId } from '../../src/ui/panels/file/fileLists';
import FilePanel from '../../src/ui/panels/file/FilePanel.svelte';

export const STORE = [
  'class Store {',
  '  get() {',
  '    return 1;',
  '  }',
  '}',
  'function open() {',
  '  return 2;',
  '}',
];
const SYMBOLS = [
  symbol('Store', 'Class', 1, 5),
  symbol('Store.get', 'Method', 2, 4),
  symbol('open', 'Func', 6, 8),
];
/** Milliseconds that the first load of the editor may take on a busy machine. */
export const LOADING = 30_000;
export const PATH = 'src/store.ts' as RepoPath;

/** Stands in for the workspace: files of lines, with masks that show whole symbols. */
class FakeWorkspace implements Omit<FileViewSource, 'slices'> {
  readonly composition = new Composition();
  readonly tree = new FileTree(this.composition.items, () => undefined);
  readonly contents = new SvelteMap<RepoPath, FileContent>();
  readonly lines = new Map<RepoPath, readonly string[]>();
  readonly cut = new Map<number, number>();
  readonly asked: ViewsWanted[] = [];
  readonly ticked: TreeNode[] = [];
  /** Why a file cannot be read. */
  readonly failures = new Map<RepoPath, string>();
  readonly gone = { nowAt: (path: RepoPath) => path };
  readonly revision = 0;
  readonly recent = new RecentFiles(this.composition);
  readonly tokens = tokenText(modelById('gpt-5'), 'o200k_base');
  readonly summaries = { statusOf: () => ({ state: 'absent' }) as const };
  readonly view = {
    toggleTicks: async (nodes: readonly TreeNode[]): Promise<void> => {
      this.ticked.push(...nodes);
    },
  };

  progress: ContentProgress = { state: 'done', done: 3, total: 3, failed: 0 };
  links: Pick<LinksFound, 'uses' | 'usedBy'> = { uses: [], usedBy: [] };
  /** Called with the path before each question about links is answered. */
  onlinks: (path: RepoPath) => Promise<unknown> = () => Promise.resolve();
  readonly references = new References({
    linksOf: async (path) => {
      await this.onlinks(path);
      return { ...this.links, progress: this.progress };
    },
    gitHistoryRead: () => Promise.resolve(),
    readReferences: async (on) => this.tellProgress({ ...this.progress, state: on ? 'reading' : 'stopped' }),
    readReferencesAhead: () => Promise.resolve(),
    rankFiles: () => Promise.reject(new Error()),
    relatedFiles: () => Promise.reject(new Error()),
    mapTokens: () => Promise.reject(new Error()),
    focusFiles: () => Promise.reject(new Error()),
    folderLinks: () => Promise.reject(new Error()),
  });

  tellProgress(progress: ContentProgress): void {
    this.progress = progress;
    this.references.receive(progress);
  }

  /** Called by a refresh. */
  onrefresh = (): void => undefined;
  readonly reading = {
    refresh: async (): Promise<void> => {
      this.onrefresh();
    },
  };

  put(path: RepoPath, lines: readonly string[]): void {
    this.lines.set(path, lines);
    const block = { tokens: 90, tokensAsLast: 90, bytes: 1, lines: lines.length + 7 };
    const hash = lines.join() as ContentHash;
    const common = {
      kind: 'text',
      lines: lines.length,
      tokens: 80,
      encoding: 'utf-8',
      warnings: [],
    } as const;
    this.contents.set(path, { ...common, hash, block });
    this.tree.addEntries([{ id: this.lines.size, path, kind: 'file' }]);
  }

  contentOf(path: RepoPath): FileContent | undefined {
    return this.contents.get(path);
  }

  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.composition.item(path);
    return item && effectiveView(item, DEFAULT_OPTIONS);
  }

  async lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    this.asked.push(...wanted);
    return wanted.map(({ path, views, symbols }) => {
      const lines = this.lines.get(path);
      const failure = this.failures.get(path);
      if (failure !== undefined) return { path, hash: undefined, views: [], failure };
      if (lines === undefined) return { path, hash: undefined, views: [] };
      return {
        path,
        hash: lines.join() as ContentHash,
        views: views.map((view) => ({
          key: viewKey(view),
          block: { tokens: 33, tokensAsLast: 33, bytes: 1, lines: lines.length + 7 },
          gaps: view.mode === 'masked' ? gapsAround(view.mask, lines.length) : [],
          notes: [],
          warnings: [],
          ...(view.mode === 'custom' && {
            slices: resolveSlices({ lines, fileHash: lines.join() }, view.slices, new Map()),
          }),
        })),
        ...(symbols && {
          symbols: lines === STORE ? { symbols: SYMBOLS } : { symbols: [], note: 'no grammar for .xyz' },
        }),
      };
    });
  }

  async readLines({ path }: { readonly path: RepoPath }, from: number, to: number): Promise<BlockLines> {
    const body = ['### `file`', '', '```ts', ...(this.lines.get(path) ?? []), '```'].slice(from, to);
    return { texts: body, cut: body.map((_, at) => this.cut.get(from + at - 3) ?? 0) };
  }

  readonly choices = {
    select: (path: RepoPath): void => {
      this.composition.apply({ items: new Map([[path, this.composition.newItem(path)]]) }, `Select ${path}`);
    },
    tick: (): number => 0,
    setSlices: (
      slicesByPath: ReadonlyMap<RepoPath, readonly CustomSlice[]>,
      name: string,
      mergeKey?: string,
    ): void => {
      const items = Array.from(slicesByPath, ([path, customSlices]) => {
        const viewMode = customSlices.length > 0 ? ('custom' as const) : ('full' as const);
        return [path, { ...this.composition.newItem(path), customSlices, viewMode }] as const;
      });
      this.composition.apply({ items: new Map(items) }, name, mergeKey);
    },
    setEncoding: (path: RepoPath, encoding: SourceEncoding | undefined): void => {
      const item = { ...this.composition.newItem(path), encoding };
      this.composition.apply({ items: new Map([[path, item]]) }, 'Choose the encoding');
    },
    setMask: (path: RepoPath, astMask: readonly MaskEntry[], name: string): void => {
      const item = { ...this.composition.newItem(path), astMask, viewMode: 'masked' as const };
      this.composition.apply({ items: new Map([[path, item]]) }, name);
    },
  };
}

/** Creates slices as the engine does, from the current lines. */
class SlicedWorkspace extends FakeWorkspace {
  /** The engine waits for this before it creates slices. */
  busy: Promise<void> = Promise.resolve();
  readonly slices = new Slices({
    engine: {
      anchorSlices: async (path, wanted) => {
        await this.busy;
        const lines = this.lines.get(path);
        return lines && wanted.map((lineRange) => createSlice({ lines, fileHash: lines.join() }, lineRange));
      },
    },
    ...{ composition: this.composition, choices: this.choices },
    views: { lookInto: (wanted) => this.lookInto(wanted) },
  });
}

/** Shows the panel, with symbols next to the code, over a workspace with the store at `PATH`. */
export async function showFilePanel() {
  await page.viewport(900, 500);
  const workspace = new SlicedWorkspace();
  workspace.put(PATH, STORE);
  const file = new FileView(workspace);
  const shownInPreview: RepoPath[] = [];
  const opened: (readonly [path: RepoPath, line?: number])[] = [];
  const related: (readonly [path: RepoPath, direction: string])[] = [];
  document.body.style.height = '480px';
  const { container, rerender } = await render(FilePanel, {
    ...{ workspace, file, visible: true, part: 'symbols' },
    onpart: (part: FileListId) => void rerender({ part }),
    onfile: (path: RepoPath, line?: number) => opened.push(line === undefined ? [path] : [path, line]),
    onrelated: (path: RepoPath, direction: string) => related.push([path, direction]),
    onpreview: (path: RepoPath) => shownInPreview.push(path),
  });
  container.style.height = '480px';
  return { workspace, file, shownInPreview, opened, related };
}

export function codeRoot(): ShadowRoot | HTMLElement {
  return document.querySelector('[data-ready]')?.shadowRoot ?? document.body;
}

export function codeLines(): (string | null)[] {
  return [...codeRoot().querySelectorAll('.cm-line')].map((line) => line.textContent);
}

export function focusSymbols(): void {
  (page.getByRole('listbox', { name: 'Symbols' }).element() as HTMLElement).focus();
}

function symbol(path: string, kind: SymbolInfo['kind'], startLine: number, endLine: number): SymbolInfo {
  return { path, kind, name: path.split('.').at(-1) ?? '', startLine, endLine, signature: path };
}

function gapsAround(mask: readonly MaskEntry[], lines: number): number[] {
  const isShown = (line: number): boolean =>
    mask.some(({ symbol: path, level }) =>
      SYMBOLS.some((s) => level === 'def' && s.path === path && s.startLine <= line && line <= s.endLine),
    );
  return Array.from({ length: lines }, (_, at) => at + 1)
    .filter((line) => !isShown(line))
    .flatMap((line) => [line, line]);
}

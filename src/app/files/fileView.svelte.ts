import { latestWins } from '../../core/async/latestWins';
import { withLevel, type MaskEntry, type MaskLevel } from '../../core/views/mask';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { FileContent } from '../../core/files/fileContent';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import type { FileItem } from '../../core/items/fileItem';
import type { TokenText } from '../../core/tokens/tokenText';
import { warningsIn } from '../document/fileViews';
import { describeContent } from '../document/fileNotes';
import { FULL, readFileText, type FileText, type LineSource } from './fileText';
import { FileSlices, type FileSlicesSource } from '../slices/fileSlices.svelte';
import type { SummaryStatus } from '../../core/summaries/summaryStatus';
import type { KeptSummaries } from '../summaries/keptSummaries';
import type { MeasuredViews, SymbolInfo, ViewMeasure, ViewsWanted } from '../ports/engine';
import type { TreeNode } from '../tree/treeNode';

/** The parts of a workspace that the view needs. */
export interface FileViewSource extends FileSlicesSource, LineSource {
  readonly composition: { item(path: RepoPath): FileItem | undefined };
  readonly tokens: TokenText;
  readonly recent: { note(path: RepoPath): void };
  /** Gives the new paths of files that were moved. */
  readonly gone: { nowAt(path: RepoPath): RepoPath };
  readonly tree: { byPath(path: string): TreeNode | undefined };
  readonly view: { toggleTicks(nodes: readonly TreeNode[]): Promise<void> };
  readonly reading: { refresh(): Promise<void> };
  readonly summaries: Pick<KeptSummaries, 'statusOf'>;
  viewOf(path: RepoPath): ViewRequest | undefined;
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
  readonly choices: {
    setMask(path: RepoPath, astMask: readonly MaskEntry[], name: string): void;
    setEncoding(path: RepoPath, encoding: SourceEncoding | undefined): void;
  };
}

/** A line to scroll to, 1-based. It is a new object each time, so that the same line can be requested again. */
export interface ShownLine {
  readonly line: number;
}

/** The contents of the code pane. */
export type FileShown =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'no-text'; readonly reason: string }
  /** Reading failed, and may succeed after a refresh. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'text'; readonly text: FileText };

/** The effect of the current view on the file. */
export interface FileLook {
  readonly view: ViewRequest | undefined;
  /** Lines that the view drops, 1-based, inclusive; as start, end, start, end. */
  readonly gaps: readonly number[];
  /** Tokens of the file's block in this view. */
  readonly tokens: number | undefined;
  readonly note: string;
}

interface Structure {
  readonly symbols: readonly SymbolInfo[];
  readonly note: string;
}

/** Text and symbols of one content of one file. */
interface Found {
  readonly path: RepoPath;
  readonly hash: string;
  readonly text: FileText;
  readonly structure: Structure;
}

interface Wanted {
  readonly path: RepoPath;
  readonly content: FileContent | undefined;
  readonly view: ViewRequest | undefined;
}

const NO_LOOK: FileLook = { view: undefined, gaps: [], tokens: undefined, note: '' };

/** The file pane: the text of one file, its symbols, and which of them the document shows. */
export class FileView {
  readonly slices: FileSlices;
  readonly #source: FileViewSource;
  #opened = $state.raw<RepoPath | undefined>();
  #line = $state.raw<ShownLine | undefined>();
  #found = $state.raw<Found | undefined>();
  #look = $state.raw<FileLook>(NO_LOOK);
  #failure = $state.raw<string | undefined>();
  /** True until the file's text is on the screen for the first time. */
  #isNew = false;
  #followed = '';
  readonly #beginQuestion = latestWins();

  readonly #wanted: Wanted | undefined = $derived.by(() => {
    void this.#source.revision;
    if (this.#opened === undefined) return undefined;
    const path = this.#source.gone.nowAt(this.#opened);
    return { path, content: this.#source.contentOf(path), view: this.#source.viewOf(path) };
  });

  constructor(source: FileViewSource) {
    this.#source = source;
    this.slices = new FileSlices(source, () => this.path);
  }

  get tokens(): TokenText {
    return this.#source.tokens;
  }

  get path(): RepoPath | undefined {
    return this.#wanted?.path;
  }

  /** The line to scroll to once the text is loaded. Call `lineShown` afterwards. */
  get line(): ShownLine | undefined {
    return this.#line;
  }

  lineShown(): void {
    this.#line = undefined;
  }

  get content(): FileContent | undefined {
    return this.#wanted?.content;
  }

  /** The chosen encoding; undefined if it is detected from the bytes. */
  get encoding(): SourceEncoding | undefined {
    return this.path === undefined ? undefined : this.#source.composition.item(this.path)?.encoding;
  }

  /** The view of the file in the document; undefined if it is not in the document. */
  get view(): ViewRequest | undefined {
    return this.#wanted?.view;
  }

  /** Whether a summary of the file is saved. */
  get summary(): SummaryStatus {
    void this.#source.revision;
    const wanted = this.#wanted;
    if (wanted === undefined) return { state: 'absent' };
    return this.#source.summaries.statusOf(wanted.path, wanted.content);
  }

  get shown(): FileShown {
    const wanted = this.#wanted;
    if (wanted === undefined) return { kind: 'none' };
    const { path, content } = wanted;
    if (content !== undefined && content.kind !== 'text') {
      const kind = content.kind === 'failed' ? 'failed' : 'no-text';
      return { kind, reason: describeContent(content) };
    }
    if (this.#failure !== undefined) return { kind: 'failed', reason: this.#failure };
    return this.#found?.path === path ? { kind: 'text', text: this.#found.text } : { kind: 'loading' };
  }

  get look(): FileLook {
    return this.#look;
  }

  get symbols(): readonly SymbolInfo[] {
    return this.#structure?.symbols ?? [];
  }

  /** Explains why a text file has no symbols; empty if there is nothing to explain. */
  get symbolNote(): string {
    return this.#structure?.note ?? '';
  }

  /** Mask levels by symbol path. They apply only if the file is shown masked. */
  get levels(): ReadonlyMap<string, MaskLevel> {
    return new Map(this.#mask.map(({ symbol, level }) => [symbol, level]));
  }

  /**
   * Scrolls to `line` if it is given. Without it, a file that is open already keeps its scroll position, and another file
   * starts at its first chosen line.
   */
  open(path: RepoPath, line?: number): void {
    if (line !== undefined) this.#line = { line };
    this.#source.recent.note(path);
    if (path === this.path) return;
    this.#opened = path;
    this.#isNew = true;
    if (line === undefined) this.#line = undefined;
    this.#look = NO_LOOK;
    this.#failure = undefined;
  }

  /**
   * Loads what is missing for the file's current content and view. Call in an effect: it reads both, and does nothing while
   * they stay the same.
   */
  follow(): void {
    const wanted = this.#wanted;
    const key = wanted === undefined ? '' : keyOf(wanted);
    if (key === this.#followed) return;
    this.#followed = key;
    const isLatest = this.#beginQuestion();
    if (wanted === undefined || (wanted.content !== undefined && wanted.content.kind !== 'text')) return;
    void this.#ask(wanted, isLatest);
  }

  /** Sets the mask level of a symbol; undefined removes it. One undo step. */
  setLevel(symbol: string, level: MaskLevel | undefined): void {
    const path = this.path;
    if (path === undefined) return;
    if (this.#isGuarded(path)) {
      this.tick();
      return;
    }
    const mask = withLevel(this.#mask, symbol, level);
    if (mask === this.#mask) return;
    this.#source.choices.setMask(
      path,
      mask,
      `${LEVEL_VERBS[level ?? 'none']} ${symbol} in ${baseName(path)}`,
    );
  }

  /** Reads the file in this encoding; undefined detects it from the bytes. One undo step. */
  setEncoding(encoding: SourceEncoding | undefined): void {
    if (this.path !== undefined) this.#source.choices.setEncoding(this.path, encoding);
  }

  /** Ticks or unticks the file. Asks first if its name suggests secrets. */
  tick(): void {
    const node = this.path === undefined ? undefined : this.#source.tree.byPath(this.path);
    if (node !== undefined) void this.#source.view.toggleTicks([node]);
  }

  /** Refreshes the folder, then loads the file again if needed. */
  async refresh(): Promise<void> {
    await this.#source.reading.refresh();
    this.#followed = '';
    this.follow();
  }

  get #mask(): readonly MaskEntry[] {
    return (this.path === undefined ? undefined : this.#source.composition.item(this.path))?.astMask ?? [];
  }

  get #structure(): Structure | undefined {
    return this.#found?.path === this.path ? this.#found?.structure : undefined;
  }

  #isGuarded(path: RepoPath): boolean {
    const isTicked = this.#source.composition.item(path) !== undefined;
    return !isTicked && this.#source.tree.byPath(path)?.leftOut?.source === 'sensitive';
  }

  async #ask(wanted: Wanted, isLatest: () => boolean): Promise<void> {
    const { path, view } = wanted;
    try {
      const measured = await this.#measure(wanted);
      if (!isLatest()) return;
      const [full, ...others] = measured?.views ?? [];
      if (measured?.hash === undefined || full === undefined) {
        const reason = measured?.failure ?? 'it is no longer in the folder';
        this.#failure = `Couldn't read this file: ${reason}`;
        return;
      }
      const { hash, symbols } = measured;
      const isKnown = this.#found?.path === path && this.#found.hash === hash;
      const text = isKnown ? this.#found?.text : await readFileText(path, full, this.#source, isLatest);
      const structure = symbols ? { symbols: symbols.symbols, note: symbols.note ?? '' } : this.#structure;
      if (text === undefined || structure === undefined || !isLatest()) return;
      this.#failure = undefined;
      this.#found = { path, hash, text, structure };
      this.#look = lookOf(view, view?.mode === 'full' ? full : others[0]);
      this.#begin(text.total);
    } catch (error) {
      if (isLatest()) this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  #begin(lines: number): void {
    if (!this.#isNew) return;
    this.#isNew = false;
    const line = firstChosenLine(this.#look);
    if (this.#line === undefined && line !== undefined && line <= lines) this.#line = { line };
  }

  /** Requests symbols only once per content, because a view measured before is free without them. */
  async #measure({ path, content, view }: Wanted): Promise<MeasuredViews | undefined> {
    const views = view === undefined || view.mode === 'full' ? [FULL] : [FULL, view];
    const isKnown =
      content?.kind === 'text' && this.#found?.path === path && this.#found.hash === content.hash;
    const [measured] = await this.#source.lookInto([{ path, views, ...(!isKnown && { symbols: true }) }]);
    // The file may have changed before the engine reported it.
    if (!isKnown || measured?.hash === content.hash) return measured;
    return (await this.#source.lookInto([{ path, views, symbols: true }]))[0];
  }
}

const LEVEL_VERBS = {
  def: 'Show all of',
  sig: 'Show the signature of',
  hide: 'Hide',
  none: 'Unset',
} as const;

function keyOf({ path, content, view }: Wanted): string {
  const stamp = content?.kind === 'text' ? `${content.hash} ${content.block.tokens}` : content?.kind;
  return JSON.stringify([path, stamp ?? '', view === undefined ? '' : viewKey(view)]);
}

function lookOf(view: ViewRequest | undefined, measure: ViewMeasure | undefined): FileLook {
  if (view === undefined) return NO_LOOK;
  const notes = measure === undefined ? [] : [...measure.notes, ...warningsIn(measure)];
  return { view, gaps: measure?.gaps ?? [], tokens: measure?.block.tokens, note: notes.join('; ') };
}

/** Undefined if the file should be shown from its top. */
function firstChosenLine({ view, gaps }: FileLook): number | undefined {
  if (view?.mode !== 'custom' && view?.mode !== 'masked') return undefined;
  let line = 1;
  for (let at = 0; gaps[at] === line; at += 2) line = (gaps[at + 1] ?? line) + 1;
  return line === 1 ? undefined : line;
}

import { latestWins } from '../../core/async/latestWins';
import type { MaskEntry, MaskLevel } from '../../core/views/mask';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { FileContent } from '../../core/files/fileContent';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import type { FileItem } from '../../core/items/fileItem';
import type { TokenText } from '../../core/tokens/tokenText';
import { warningsIn } from '../document/fileViews';
import { describeContent } from './fileNotes';
import { FileSlices, type FileSlicesSource } from '../slices/fileSlices.svelte';
import type { SummaryStanding } from '../../core/summaries/standing';
import type { KeptSummaries } from '../summaries/keptSummaries';
import type { BlockLines, MeasuredViews, SymbolInfo, ViewMeasure, ViewsWanted } from '../ports';
import type { TreeNode } from '../tree/treeNode';

/** More is not put on the screen: the code pane holds what it shows as one document. */
const MAX_LINES = 20_000;
/** UTF-16 units. */
const MAX_UNITS = 5_000_000;
const LINES_PER_PAGE = 4_000;

/** Lines of a full block's body around the file's text: heading, blank line and fence before it, fence after it. */
const LINES_BEFORE = 3;
const LINES_AFTER = 1;
/** Line feeds of the separator that a block's measure counts as lines. */
const LINES_OF_SEPARATOR = 3;

const FULL: ViewRequest = { mode: 'full' };

/** What the view needs of a workspace. */
export interface FileViewSource extends FileSlicesSource {
  readonly composition: { item(path: RepoPath): FileItem | undefined };
  /** Files that have gone, and the places to which they were followed. */
  readonly tokens: TokenText;
  readonly recent: { note(path: RepoPath): void };
  readonly gone: { nowAt(path: RepoPath): RepoPath };
  readonly tree: { byPath(path: string): TreeNode | undefined };
  readonly view: { toggleTicks(nodes: readonly TreeNode[]): Promise<void> };
  readonly reading: { refresh(): Promise<void> };
  readonly summaries: Pick<KeptSummaries, 'standingOf'>;
  viewOf(path: RepoPath): ViewRequest | undefined;
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
  readLines(
    ref: { readonly kind: 'file'; readonly path: RepoPath; readonly view: ViewRequest },
    from: number,
    to: number,
  ): Promise<BlockLines>;
  readonly choices: {
    setMask(path: RepoPath, astMask: readonly MaskEntry[], name: string): void;
    setEncoding(path: RepoPath, encoding: SourceEncoding | undefined): void;
  };
}

/** A file's lines as far as they are shown; `cut[i]` UTF-16 units are missing at the end of line i. */
export interface FileText {
  readonly lines: readonly string[];
  readonly cut: readonly number[];
  /** Lines of the whole file. */
  readonly total: number;
}

/** A line to look at, 1-based. Each wish is an object of its own: the same line can be wished for again. */
export interface ShownLine {
  readonly line: number;
}

/** What is on the screen in place of, or as, the code. */
export type FileShown =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'no-text'; readonly reason: string }
  /** Reading failed, and may succeed after a refresh. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'text'; readonly text: FileText };

/** What the present view makes of the file. */
export interface FileLook {
  readonly view: ViewRequest | undefined;
  /** Lines that the view drops, 1-based, inclusive; as start, end, start, end. */
  readonly gaps: readonly number[];
  /** Of the block as the view shows it. */
  readonly tokens: number | undefined;
  readonly note: string;
}

interface Structure {
  readonly symbols: readonly SymbolInfo[];
  readonly note: string;
}

/** What was found of one content of one file. */
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

/** One file from up close: its text, its symbols, and what the document shows of them. */
export class FileView {
  readonly slices: FileSlices;
  readonly #source: FileViewSource;
  #opened = $state.raw<RepoPath | undefined>();
  #line = $state.raw<ShownLine | undefined>();
  #found = $state.raw<Found | undefined>();
  #look = $state.raw<FileLook>(NO_LOOK);
  #failure = $state.raw<string | undefined>();
  /** Whether nothing of it has been on the screen yet. */
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

  /** To be brought into view as soon as the text is there; call `lineShown` then. */
  get line(): ShownLine | undefined {
    return this.#line;
  }

  lineShown(): void {
    this.#line = undefined;
  }

  get content(): FileContent | undefined {
    return this.#wanted?.content;
  }

  /** The encoding that was chosen for it; undefined: its bytes decide. */
  get encoding(): SourceEncoding | undefined {
    return this.path === undefined ? undefined : this.#source.composition.item(this.path)?.encoding;
  }

  /** How the file stands in the document; undefined when it does not. */
  get view(): ViewRequest | undefined {
    return this.#wanted?.view;
  }

  /** Whether a summary of the file is kept. */
  get summary(): SummaryStanding {
    void this.#source.revision;
    const wanted = this.#wanted;
    if (wanted === undefined) return { state: 'absent' };
    return this.#source.summaries.standingOf(wanted.path, wanted.content);
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

  /** Why a file with a text has no symbols; empty where there is nothing to say. */
  get symbolNote(): string {
    return this.#structure?.note ?? '';
  }

  /** What is chosen of the symbols, by their paths; whether the document shows just that is the view's affair. */
  get levels(): ReadonlyMap<string, MaskLevel> {
    return new Map(this.#mask.map(({ symbol, level }) => [symbol, level]));
  }

  /**
   * `line` is brought into view. Without one a file that is open stays at its place, and another one begins where the first
   * of it was chosen.
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
   * Asks for what is not known of the file as it is now. Call it in an effect: it reads everything that makes
   * the answer another (content, view), and does nothing while that is the same.
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

  /** Shows a symbol whole, its signature, or not; undefined takes the choice back. One step to undo. */
  setLevel(symbol: string, level: MaskLevel | undefined): void {
    const path = this.path;
    if (path === undefined) return;
    if (this.#isGuarded(path)) {
      this.tick();
      return;
    }
    const mask = maskWith(this.#mask, symbol, level);
    if (mask === this.#mask) return;
    this.#source.choices.setMask(
      path,
      mask,
      `${LEVEL_VERBS[level ?? 'none']} ${symbol} in ${baseName(path)}`,
    );
  }

  /** Reads the file as this encoding; undefined: as its bytes say. One step to undo. */
  setEncoding(encoding: SourceEncoding | undefined): void {
    if (this.path !== undefined) this.#source.choices.setEncoding(this.path, encoding);
  }

  /** Takes the file into the document as it is, or asks first where its name says that it holds secrets. */
  tick(): void {
    const node = this.path === undefined ? undefined : this.#source.tree.byPath(this.path);
    if (node !== undefined) void this.#source.view.toggleTicks([node]);
  }

  /** Reads the folder again, then the file if that is still needed. */
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
      const text = isKnown ? this.#found?.text : await this.#readText(path, full, isLatest);
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

  /** Symbols are asked for once a content: without them a view that was measured before costs nothing. */
  async #measure({ path, content, view }: Wanted): Promise<MeasuredViews | undefined> {
    const views = view === undefined || view.mode === 'full' ? [FULL] : [FULL, view];
    const isKnown =
      content?.kind === 'text' && this.#found?.path === path && this.#found.hash === content.hash;
    const [measured] = await this.#source.lookInto([{ path, views, ...(!isKnown && { symbols: true }) }]);
    // The file may have changed before the engine has told so.
    if (!isKnown || measured?.hash === content.hash) return measured;
    return (await this.#source.lookInto([{ path, views, symbols: true }]))[0];
  }

  async #readText(path: RepoPath, full: ViewMeasure, isLatest: () => boolean): Promise<FileText | undefined> {
    const total = full.block.lines - LINES_OF_SEPARATOR - LINES_BEFORE - LINES_AFTER;
    const end = Math.min(total, MAX_LINES);
    const lines: string[] = [];
    const cut: number[] = [];
    let units = 0;
    while (lines.length < end && units < MAX_UNITS) {
      const from = lines.length + LINES_BEFORE;
      const to = Math.min(from + LINES_PER_PAGE, end + LINES_BEFORE);
      const page = await this.#source.readLines({ kind: 'file', path, view: FULL }, from, to);
      if (!isLatest() || page.texts.length === 0) break;
      for (const [at, text] of page.texts.entries()) {
        units += text.length;
        if (units > MAX_UNITS) break;
        lines.push(text);
        cut.push(page.cut[at] ?? 0);
      }
    }
    return isLatest() ? { lines, cut, total } : undefined;
  }
}

const LEVEL_VERBS = {
  def: 'Show all of',
  sig: 'Show the signature of',
  hide: 'Hide',
  none: 'Unset',
} as const;

/** The same list where nothing changes; a new symbol comes last, as chosen. */
function maskWith(
  mask: readonly MaskEntry[],
  symbol: string,
  level: MaskLevel | undefined,
): readonly MaskEntry[] {
  const present = mask.find((entry) => entry.symbol === symbol);
  if (present?.level === level) return mask;
  if (level === undefined) return mask.filter((entry) => entry !== present);
  if (present === undefined) return [...mask, { symbol, level }];
  return mask.map((entry) => (entry === present ? { symbol, level } : entry));
}

function keyOf({ path, content, view }: Wanted): string {
  const stamp = content?.kind === 'text' ? `${content.hash} ${content.block.tokens}` : content?.kind;
  return JSON.stringify([path, stamp ?? '', view === undefined ? '' : viewKey(view)]);
}

function lookOf(view: ViewRequest | undefined, measure: ViewMeasure | undefined): FileLook {
  if (view === undefined) return NO_LOOK;
  const notes = measure === undefined ? [] : [...measure.notes, ...warningsIn(measure)];
  return { view, gaps: measure?.gaps ?? [], tokens: measure?.block.tokens, note: notes.join('; ') };
}

/** Undefined where the file is to be read from its top. */
function firstChosenLine({ view, gaps }: FileLook): number | undefined {
  if (view?.mode !== 'custom' && view?.mode !== 'masked') return undefined;
  let line = 1;
  for (let at = 0; gaps[at] === line; at += 2) line = (gaps[at + 1] ?? line) + 1;
  return line === 1 ? undefined : line;
}

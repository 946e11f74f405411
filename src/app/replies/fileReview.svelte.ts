import type { RepoPath } from '../../core/files/repoPath';
import type { PlacedHunk, Replacement } from '../../core/replies/placedEdit';
import { appliedText, overlap, splitLines } from '../../core/replies/placing/appliedText';
import { changesBetweenTexts } from '../../core/replies/placing/wholeFile';
import type { AcceptedEdits, FileEdits } from '../ports/engine';
import { OccupiedLines } from './occupiedLines';

/** A file after the accepted edits. */
export interface FileResult {
  /** Undefined if it is deleted. */
  readonly text: string | undefined;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
}

/** Tokens of a whole file before and after the accepted edits. */
export interface FileTokens {
  readonly before: number;
  readonly after: number;
}

/** The review of one file of a reply: which of its hunks are accepted, and what they make of it. */
export class FileReview {
  readonly path: RepoPath;
  /** The present text; undefined if there is no such file. */
  readonly now: string | undefined;
  readonly newPath: RepoPath | undefined;
  /** Why the user must confirm this file, as the rest of a sentence that begins with `This file`. */
  readonly risk: string | undefined;
  /** Whether the model has not seen the file. */
  readonly isOutside: boolean;
  /** The lines of the present text. */
  readonly lines: readonly string[];
  tokens = $state.raw<FileTokens | undefined>();
  #hunks = $state.raw<readonly PlacedHunk[]>([]);
  #accepted = $state.raw<ReadonlySet<PlacedHunk>>(new Set());
  /** The text as the user has edited it, which replaces what the hunks make. */
  #text = $state.raw<string | undefined>();

  constructor(edits: FileEdits, isOutside: boolean) {
    ({ path: this.path, now: this.now, newPath: this.newPath, risk: this.risk } = edits);
    this.isOutside = isOutside;
    this.lines = splitLines(edits.now ?? '').lines;
    this.#hunks = edits.hunks;
    this.#text = edits.edited;
  }

  /** In the order of the reply. */
  get hunks(): readonly PlacedHunk[] {
    return this.#hunks;
  }

  get editedText(): string | undefined {
    return this.#text;
  }

  readonly result: FileResult = $derived.by(() => this.#result());

  /** Whether writing the accepted edits would change anything. */
  readonly isChanged: boolean = $derived.by(() => this.#isChanged());

  /** The hunks that need no question. */
  get sure(): readonly PlacedHunk[] {
    return this.#hunks.filter((hunk) => this.isSure(hunk));
  }

  isSure({ state }: PlacedHunk): boolean {
    return state.kind === 'placed' && this.risk === undefined && !this.#isUnseen();
  }

  /** The hunks that are neither accepted nor in the file already. */
  readonly open: readonly PlacedHunk[] = $derived.by(() => this.#open(this.#hunks));
  /** Those that need no question, and change no line of an accepted one. */
  readonly sureLeft: readonly PlacedHunk[] = $derived.by(() => this.#sureLeft());

  isAccepted(hunk: PlacedHunk): boolean {
    return this.#accepted.has(hunk);
  }

  /** Whether the reply can create the file. */
  get isNew(): boolean {
    return this.now === undefined && this.#hunks.some((hunk) => this.canAccept(hunk));
  }

  /** Whether accepting a hunk would do anything. */
  canAccept(hunk: PlacedHunk): boolean {
    return replacementOf(hunk) !== undefined || (isRename(hunk) && this.newPath !== undefined);
  }

  /** Accepting a hunk rejects those that change the same lines. */
  accept(hunk: PlacedHunk): void {
    if (!this.canAccept(hunk)) return;
    const accepted = [...this.#accepted].filter((other) => !excludes(hunk, other));
    this.#accepted = new Set([...accepted, hunk]);
  }

  reject(hunk: PlacedHunk): void {
    const accepted = new Set(this.#accepted);
    accepted.delete(hunk);
    this.#accepted = accepted;
  }

  acceptSure(): void {
    this.#accept(this.sure);
  }

  /** Accepts the sure hunks, and then all others. */
  acceptAll(): void {
    this.#accept([...this.sure, ...this.#hunks]);
  }

  /** Puts a hunk at the place that the user has chosen, and accepts it. */
  place(hunk: PlacedHunk, placed: PlacedHunk): void {
    this.#hunks = this.#hunks.map((each) => (each === hunk ? placed : each));
    this.reject(hunk);
    this.accept(placed);
  }

  /** Replaces what the hunks make of the file. Undefined goes back to them. */
  edit(text: string | undefined): void {
    this.#text = text;
  }

  /** The edits to write. */
  get accepted(): AcceptedEdits {
    const newPath = this.#isRenamed() ? this.newPath : undefined;
    return {
      path: this.path,
      ...(newPath !== undefined && { newPath }),
      replacements: this.#isDeleted() ? undefined : this.#replacements(),
    };
  }

  /**
   * Continues the review of an earlier text of the file: what was accepted stays so, as far as it is still sure and the same. What has
   * been written since is in the file, even where the reply alone doesn't tell at which of several places.
   */
  continue(before: FileReview): void {
    this.#markWritten(before);
    const earlier = before.hunks.filter((hunk) => before.isAccepted(hunk)).map(wantedLines);
    const same = new Set(earlier);
    this.#accept(this.sure.filter((hunk) => same.has(wantedLines(hunk))));
  }

  #markWritten(before: FileReview): void {
    const isWritten = before.#accepted.size > 0 && before.result.text === this.now;
    if (before.hunks.length !== this.#hunks.length || !(isWritten || before.now === this.now)) return;
    this.#hunks = this.#hunks.map((hunk, index) => {
      const old = before.hunks[index];
      if (old === undefined || hunk.state.kind === 'applied') return hunk;
      const from = before.#lineOf(old);
      const isThere = old.state.kind === 'applied' || (isWritten && before.isAccepted(old));
      return isThere && from !== undefined ? { ...hunk, state: { kind: 'applied', from } } : hunk;
    });
  }

  /** The line at which a hunk is after all accepted ones. */
  #lineOf(hunk: PlacedHunk): number | undefined {
    const from = hunk.state.kind === 'applied' ? hunk.state.from : replacementOf(hunk)?.from;
    if (from === undefined) return undefined;
    const above = this.#replacements().filter((other) => other.from < from);
    return above.reduce((line, { count, lines }) => line + lines.length - count, from);
  }

  /** Accepts hunks that change no line of an accepted one. */
  #accept(hunks: readonly PlacedHunk[]): void {
    const accepted = new Set(this.#accepted);
    const occupied = occupiedBy(accepted);
    for (const hunk of hunks) {
      const replacement = replacementOf(hunk);
      if (accepted.has(hunk) || !this.canAccept(hunk)) continue;
      if (replacement !== undefined) {
        if (occupied.overlaps(replacement)) continue;
        occupied.add(replacement);
      }
      accepted.add(hunk);
    }
    this.#accepted = accepted;
  }

  #open(hunks: readonly PlacedHunk[]): readonly PlacedHunk[] {
    if (this.#text !== undefined) return [];
    return hunks.filter((hunk) => hunk.state.kind !== 'applied' && !this.#accepted.has(hunk));
  }

  #sureLeft(): readonly PlacedHunk[] {
    const occupied = occupiedBy(this.#accepted);
    return this.#open(this.sure).filter((hunk) => {
      const replacement = replacementOf(hunk);
      return replacement === undefined || !occupied.overlaps(replacement);
    });
  }

  #result(): FileResult {
    if (this.#isDeleted()) return { text: undefined, added: 0, removed: this.lines.length };
    const replacements = this.#replacements();
    return {
      text: appliedText(this.now ?? '', replacements),
      added: replacements.reduce((sum, { lines }) => sum + lines.length, 0),
      removed: replacements.reduce((sum, { count }) => sum + count, 0),
    };
  }

  #replacements(): readonly Replacement[] {
    if (this.#text !== undefined) return changesBetweenTexts(this.now ?? '', this.#text);
    return this.#hunks.flatMap((hunk) => (this.#accepted.has(hunk) ? (replacementOf(hunk) ?? []) : []));
  }

  #isChanged(): boolean {
    const { text } = this.result;
    const isThere = this.now !== undefined;
    const willBeThere =
      text !== undefined && (isThere || this.#text !== undefined || this.#accepted.size > 0);
    return this.#isRenamed() || isThere !== willBeThere || (willBeThere && text !== (this.now ?? ''));
  }

  #isUnseen(): boolean {
    return this.isOutside && this.now !== undefined;
  }

  #isDeleted(): boolean {
    return (
      this.#text === undefined && this.#hunks.some((hunk) => isDeletion(hunk) && this.#accepted.has(hunk))
    );
  }

  #isRenamed(): boolean {
    return (
      this.newPath !== undefined && this.#hunks.some((hunk) => isRename(hunk) && this.#accepted.has(hunk))
    );
  }
}

export function isDeletion({ state }: PlacedHunk): boolean {
  return state.kind === 'asks' && state.reason === 'delete';
}

export function isRename({ state }: PlacedHunk): boolean {
  return state.kind === 'asks' && state.reason === 'rename';
}

export function replacementOf({ state }: PlacedHunk): Replacement | undefined {
  return state.kind === 'applied' ? undefined : state.replacement;
}

function occupiedBy(hunks: Iterable<PlacedHunk>): OccupiedLines {
  const occupied = new OccupiedLines();
  for (const hunk of hunks) {
    const replacement = replacementOf(hunk);
    if (replacement !== undefined) occupied.add(replacement);
  }
  return occupied;
}

/** A hunk is the same in two texts of a file if it makes the same lines there. */
function wantedLines(hunk: PlacedHunk): string {
  const { count = 0, lines = [] } = replacementOf(hunk) ?? {};
  return `${count}\n${lines.join('\n')}`;
}

function excludes(one: PlacedHunk, other: PlacedHunk): boolean {
  const [own, others] = [replacementOf(one), replacementOf(other)];
  return one !== other && own !== undefined && others !== undefined && overlap(own, others);
}

import type { RepoPath } from '../../core/files/repoPath';
import type { PlacedHunk, Replacement } from '../../core/replies/placedEdit';
import { appliedText, overlap, splitLines } from '../../core/replies/placing/appliedText';
import { changesBetweenTexts } from '../../core/replies/placing/wholeFile';
import type { AcceptedEdits, FileEdits } from '../ports';

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
  /** Those that need no question. */
  readonly sureLeft: readonly PlacedHunk[] = $derived.by(() => this.#open(this.sure));

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

  /** Accepting hunks rejects others that change the same lines. Those that are accepted together must not. */
  accept(hunks: readonly PlacedHunk[], accepts = true): void {
    const accepted = new Set(this.#accepted);
    for (const hunk of hunks) {
      if (!accepts) accepted.delete(hunk);
      else if (this.canAccept(hunk)) {
        for (const other of this.#accepted) if (excludes(hunk, other)) accepted.delete(other);
        accepted.add(hunk);
      }
    }
    this.#accepted = accepted;
  }

  /** Accepts the sure hunks, and then all others that change no line of an accepted one. */
  acceptAll(): void {
    const accepted = new Set(this.#accepted);
    for (const hunk of [...this.sure, ...this.#hunks])
      if (this.canAccept(hunk) && !isExcluded(hunk, accepted)) accepted.add(hunk);
    this.#accepted = accepted;
  }

  /** Puts a hunk at the place that the user has chosen, and accepts it. */
  place(hunk: PlacedHunk, placed: PlacedHunk): void {
    this.#hunks = this.#hunks.map((each) => (each === hunk ? placed : each));
    this.accept([hunk], false);
    this.accept([placed]);
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
   * Continues the review of an earlier text of the file: accepts the sure hunks that were accepted there. If they have been
   * written since, they are in the file, even where the reply alone doesn't tell at which of several places.
   */
  continue(before: FileReview): void {
    if (before.hunks.length !== this.#hunks.length) return;
    const isWritten = before.#accepted.size > 0 && before.result.text === this.now;
    const isSame = isWritten || before.now === this.now;
    const accepted = new Set<PlacedHunk>();
    this.#hunks = this.#hunks.map((hunk, index) => {
      const old = before.hunks[index];
      if (old === undefined || hunk.state.kind === 'applied') return hunk;
      const wasAccepted = before.isAccepted(old);
      const from = isSame ? before.#lineOf(old) : undefined;
      if (from !== undefined && (old.state.kind === 'applied' || (isWritten && wasAccepted)))
        return { ...hunk, state: { kind: 'applied', from } };
      if (wasAccepted && this.isSure(hunk)) accepted.add(hunk);
      return hunk;
    });
    this.accept([...accepted]);
  }

  /** The line at which a hunk is after all accepted ones. */
  #lineOf(hunk: PlacedHunk): number | undefined {
    const from = hunk.state.kind === 'applied' ? hunk.state.from : replacementOf(hunk)?.from;
    if (from === undefined) return undefined;
    const above = this.#replacements().filter((other) => other.from < from);
    return above.reduce((line, { count, lines }) => line + lines.length - count, from);
  }

  #open(hunks: readonly PlacedHunk[]): readonly PlacedHunk[] {
    if (this.#text !== undefined) return [];
    return hunks.filter((hunk) => hunk.state.kind !== 'applied' && !this.#accepted.has(hunk));
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

function isExcluded(hunk: PlacedHunk, accepted: ReadonlySet<PlacedHunk>): boolean {
  for (const other of accepted) if (excludes(hunk, other)) return true;
  return false;
}

function excludes(one: PlacedHunk, other: PlacedHunk): boolean {
  const [own, others] = [replacementOf(one), replacementOf(other)];
  return one !== other && own !== undefined && others !== undefined && overlap(own, others);
}

import type { RepoPath } from '../../core/files/repoPath';
import type { PlacedHunk, Replacement } from '../../core/replies/placedEdit';
import { appliedText, overlap } from '../../core/replies/place/appliedText';
import { changesBetweenTexts } from '../../core/replies/place/wholeFile';
import type { Baselines } from '../conversation/baselines.svelte';
import type { AcceptedEdits, Engine, FileEdits, PlacedReply } from '../ports';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { BatchResult, FileBatches } from './fileBatches.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'placeReply' | 'editedFiles'>;
  readonly run: Pick<EngineRun, 'guarded'>;
  readonly conversation: { readonly baselines: Pick<Baselines, 'current' | 'load'> };
  /** Undefined if the folder can't be written. */
  readonly batches: FileBatches | undefined;
}

export type ReplyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'placed'; readonly reply: PlacedReply }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a file becomes. */
export interface FileResult {
  /** Undefined if it is deleted. */
  readonly text: string | undefined;
  readonly added: number;
  readonly removed: number;
}

/** The reply that the user reviews: which of its edits are accepted, and what they make of the files. */
export class Reply {
  readonly #parts: Parts;
  #state = $state.raw<ReplyState>({ kind: 'none' });
  #accepted = $state.raw<ReadonlySet<PlacedHunk>>(new Set());
  /** Texts that the user has edited, by the path of the file. They replace what the hunks make of it. */
  #texts = $state.raw<ReadonlyMap<RepoPath, string>>(new Map());
  #latest = {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state(): ReplyState {
    return this.#state;
  }

  get files(): readonly FileEdits[] {
    return this.#state.kind === 'placed' ? this.#state.reply.files : [];
  }

  /** Reads a reply and finds its places. A later call replaces this one. */
  async read(text: string): Promise<void> {
    const { engine, conversation } = this.#parts;
    const latest = (this.#latest = {});
    this.#set({ kind: 'reading' });
    try {
      await conversation.baselines.load();
      const sent = new Map<RepoPath, string>();
      for (const { key, mode, hash } of conversation.baselines.current?.blocks ?? [])
        if (mode === 'full') sent.set(key.slice('file:'.length) as RepoPath, hash); // The key of a file's block.
      const reply = await engine.placeReply({ text, sent });
      if (this.#latest === latest) this.#set({ kind: 'placed', reply });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#latest === latest) this.#set({ kind: 'failed', reason });
    }
  }

  discard(): void {
    this.#latest = {};
    this.#set({ kind: 'none' });
  }

  isAccepted(hunk: PlacedHunk): boolean {
    return this.#accepted.has(hunk);
  }

  /** Accepting a hunk rejects those that change the same lines. */
  accept(file: FileEdits, hunk: PlacedHunk, accepts: boolean): void {
    const accepted = new Set(this.#accepted);
    if (!accepts) accepted.delete(hunk);
    else {
      const own = replacementOf(hunk);
      for (const other of file.hunks) {
        const others = replacementOf(other);
        if (own !== undefined && others !== undefined && overlap(own, others)) accepted.delete(other);
      }
      accepted.add(hunk);
    }
    this.#accepted = accepted;
  }

  /** Accepts all hunks with a sure place, in files without a risk. */
  acceptSure(): void {
    const sure = this.files.flatMap(({ hunks, risk }) => (risk === undefined ? hunks.filter(isSure) : []));
    this.#accepted = new Set([...this.#accepted, ...sure]);
  }

  /** Replaces the text of a file, as the user has edited it; undefined goes back to what its hunks make. */
  edit({ path }: FileEdits, text: string | undefined): void {
    const texts = new Map(this.#texts);
    if (text === undefined) texts.delete(path);
    else texts.set(path, text);
    this.#texts = texts;
  }

  isEdited({ path }: FileEdits): boolean {
    return this.#texts.has(path);
  }

  resultOf(file: FileEdits): FileResult {
    const replacements = this.#replacementsOf(file) ?? [];
    const isDeleted = this.#isDeleted(file);
    return {
      text: isDeleted ? undefined : appliedText(file.now ?? '', replacements),
      added: replacements.reduce((sum, { lines }) => sum + lines.length, 0),
      removed: replacements.reduce((sum, { count }) => sum + count, 0),
    };
  }

  /** The files that would change. */
  readonly changed: readonly FileEdits[] = $derived.by(() =>
    this.files.filter(
      (file) => this.#texts.has(file.path) || file.hunks.some((hunk) => this.#accepted.has(hunk)),
    ),
  );

  /** Writes the accepted edits to the folder. Call inside a click. */
  async write(): Promise<BatchResult | { readonly kind: 'refused'; readonly path: RepoPath; readonly reason: string }> {
    const { batches } = this.#parts;
    if (batches === undefined) throw new Error('This folder can’t be written.');
    const edited = await this.#edited();
    if (edited.kind === 'refused') return edited;
    return batches.write(
      edited.files.map(({ path, before, after }) => ({
        path,
        ...(before && { before: new Blob([before]) }),
        ...(after && { after: new Blob([after]) }),
      })),
    );
  }

  #edited() {
    const accepted = this.changed.map(
      (file): AcceptedEdits => ({
        path: file.path,
        ...(file.newPath !== undefined && { newPath: file.newPath }),
        replacements: this.#isDeleted(file) ? undefined : this.#replacementsOf(file),
      }),
    );
    return this.#parts.engine.editedFiles(accepted);
  }

  #replacementsOf(file: FileEdits): readonly Replacement[] {
    const text = this.#texts.get(file.path);
    if (text !== undefined) return changesBetweenTexts(file.now ?? '', text);
    return file.hunks.flatMap((hunk) => (this.#accepted.has(hunk) ? (replacementOf(hunk) ?? []) : []));
  }

  #isDeleted({ path, hunks }: FileEdits): boolean {
    return !this.#texts.has(path) && hunks.some((hunk) => isDeletion(hunk) && this.#accepted.has(hunk));
  }

  #set(state: ReplyState): void {
    this.#state = state;
    this.#accepted = new Set();
    this.#texts = new Map();
  }
}

export function isSure({ state }: PlacedHunk): boolean {
  return state.kind === 'placed';
}

function isDeletion({ state }: PlacedHunk): boolean {
  return state.kind === 'asks' && state.reason === 'delete';
}

function replacementOf({ state }: PlacedHunk): Replacement | undefined {
  return state.kind === 'applied' ? undefined : state.replacement;
}

import * as v from 'valibot';
import { coalesce } from '../../core/async/coalesce';
import { latestWins } from '../../core/async/latestWins';
import type { RepoPath } from '../../core/files/repoPath';
import type { PlacedHunk } from '../../core/replies/placedEdit';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Notify } from '../notify';
import type { Clipboard, ClipboardText } from '../ports/clipboard';
import type { Clock } from '../ports/clock';
import type { Accepted, EditedFile, EditedPatch, Engine, PlacedReply, RefusedFile } from '../ports/engine';
import type { Storage } from '../ports/storage';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';
import { loadValue, toStored } from '../storage/storedValue';
import { replyKey } from '../storage/workspaceState';
import type { BatchResult } from '../fileBatches/fileBatches.svelte';
import { FileReview, replacementOf } from './fileReview.svelte';
import { saveEdits, type SavedEdits, type SavingParts } from './savedEdits';
import { seenFiles } from './seenFiles';
import { OfferedRequest, type RequestParts } from './offeredRequest.svelte';
import type { FileChange } from '../fileBatches/storedBatch';

interface Parts extends Omit<RequestParts & SavingParts, 'engine' | 'composition'> {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'placeReply' | 'placeHunk' | 'countTexts'> &
    RequestParts['engine'] &
    SavingParts['engine'];
  readonly composition: Pick<Composition, 'paths' | 'options' | 'apply'> & RequestParts['composition'];
  readonly conversation: Pick<Conversation, 'baselines' | 'batches' | 'exchanges'>;
  readonly reading: Pick<FolderReading, 'refresh'>;
  readonly clipboard: Pick<Clipboard, 'read'>;
  readonly run: Pick<EngineRun, 'guarded'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly storage: Storage;
  readonly notify: Notify;
}

/** A text to review. `exchange`: id of the exchange that it answers; empty for none. */
interface Source {
  readonly text: string;
  readonly exchange: string;
}

const STORED = {
  label: 'the reply that was being reviewed',
  schema: v.object({ text: v.string(), exchange: v.string() }),
  upgrades: [],
};

export type ReplyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'placed' } & Pick<PlacedReply, 'unplaced' | 'notUnderstood' | 'unknown'>);

export type WriteOutcome = BatchResult | RefusedFile;

/** The reply of a model that the user reviews before its edits are written. */
export class Reply {
  readonly #parts: Parts;
  #state = $state.raw<ReplyState>({ kind: 'none' });
  #files = $state.raw<readonly FileReview[]>([]);
  #requests = $state.raw<readonly OfferedRequest[]>([]);
  #source = $state.raw<Source | undefined>();
  /** The files that the user has chosen for paths as the reply has them. */
  #chosen: ReadonlyMap<string, RepoPath> = new Map();
  /** The files that have changed since the reply was read, so that it can't be written. */
  #outdated = $state.raw<readonly RepoPath[]>([]);
  #isWriting = $state(false);
  /** Id of the placed reply. */
  #id = 0;
  #stopFollowing: () => void = () => undefined;
  #loading: Promise<void> | undefined;
  readonly #begin = latestWins();
  readonly #measure = coalesce(() => this.#measureChanged());

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state(): ReplyState {
    return this.#state;
  }

  /** In the order of the reply. */
  get files(): readonly FileReview[] {
    return this.#files;
  }

  /** The requests of the model, in the order of the reply. */
  get requests(): readonly OfferedRequest[] {
    return this.#requests;
  }

  get outdated(): readonly RepoPath[] {
    return this.#outdated;
  }

  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** The text under review; empty without one. */
  get text(): string {
    return this.#source?.text ?? '';
  }

  /** The number of edits, with those that have no place and the parts that were not understood. */
  get edits(): number {
    const { unplaced, notUnderstood } = this.#state.kind === 'placed' ? this.#state : NOTHING;
    const placed = this.#files.reduce((sum, { hunks }) => sum + hunks.length, 0);
    return placed + unplaced.length + notUnderstood.length;
  }

  /** The files that would change. */
  readonly changed: readonly FileReview[] = $derived(this.#files.filter(({ isChanged }) => isChanged));

  /** The hunks that need no question and are not accepted yet. */
  readonly sureLeft: number = $derived(this.#files.reduce((sum, file) => sum + file.sureLeft.length, 0));

  /** Loads the reply from before a reload, unless there is another one already. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Reads a reply, which replaces the one under review. It is also the answer to an open exchange that has none yet. */
  async read(text: string): Promise<void> {
    const { exchanges } = this.#parts.conversation;
    const { open } = exchanges;
    const isAnswer = open !== undefined && (open.answer.trim() === '' || open.answer === text);
    if (isAnswer) exchanges.answer(text, open.id);
    await this.#start({ text, exchange: isAnswer ? open.id : '' });
  }

  /** Reads the reply on the clipboard. Call inside a click. */
  async paste(): Promise<ClipboardText> {
    const pasted = await this.#parts.clipboard.read();
    if (pasted.kind === 'read' && pasted.text.trim() !== '') await this.read(pasted.text);
    return pasted;
  }

  /** Reads the answer to an exchange once the user has stopped typing. */
  follow(answer: string, exchange: string): void {
    this.#stopFollowing();
    this.#stopFollowing = this.#parts.clock.after(TYPING_PAUSE, () => {
      void this.#parts.run.guarded(() => this.#follow({ text: answer, exchange }));
    });
  }

  async #follow(answer: Source): Promise<void> {
    await this.load();
    const { text, exchange } = answer;
    const isOwn = this.#source?.exchange === exchange;
    if ((isOwn && this.#source?.text === text) || (text.trim() === '' && !isOwn)) return;
    if (text.trim() === '') await this.discard();
    else await this.#start(answer);
  }

  /** Places the reply in the files as they are now. Decisions and edits of the user stay, as far as they still fit. */
  async readAgain(): Promise<void> {
    if (this.#source !== undefined) await this.#place(this.#source, this.#files);
  }

  /** Takes a path of the reply for this file. */
  async choosePath(written: string, path: RepoPath): Promise<void> {
    this.#chosen = new Map(this.#chosen).set(written, path);
    await this.readAgain();
  }

  async discard(): Promise<void> {
    this.#begin();
    this.#source = undefined;
    this.#set({ kind: 'none' }, []);
    await this.#parts.storage.remove(replyKey(this.#parts.id));
  }

  /** Closes the reply, and offers to open it again. */
  async close(): Promise<void> {
    const [source, files] = [this.#source, this.#files];
    await this.discard();
    const run = (): void => void this.#parts.run.guarded(() => this.#reopen(source, files));
    this.#parts.notify({ kind: 'info', text: 'Closed the reply.', offer: { label: 'Undo', run } });
  }

  async #reopen(source: Source | undefined, files: readonly FileReview[]): Promise<void> {
    if (source === undefined || this.#source !== undefined) return;
    await this.#store(source);
    await this.#place(source, files);
  }

  /**
   * Adds the wanted requests to the context. The reply becomes part of the discussion if it answers the open exchange, and the task says
   * that this is what was asked for, so that the next copy is the next turn.
   */
  async addRequests(): Promise<void> {
    for (const request of this.#requests) if (request.isWanted) await request.add();
    const { composition, conversation } = this.#parts;
    const { open } = conversation.exchanges;
    if (open !== undefined && open.id === this.#source?.exchange) conversation.exchanges.commit(open.id);
    if (composition.options.task.trim() === '')
      composition.apply({ options: { task: 'Here is what you asked for.' } }, 'Answer requests');
  }

  /** Closes the reply if it answers this exchange. */
  async discardOf(exchange: string): Promise<void> {
    if (this.#source?.exchange === exchange) await this.discard();
  }

  acceptSure(): void {
    for (const file of this.#files) file.acceptSure();
    void this.#measure();
  }

  acceptAll(): void {
    for (const file of this.#files) file.acceptAll();
    void this.#measure();
  }

  accept(file: FileReview, hunk: PlacedHunk, accepts: boolean): void {
    if (accepts) file.accept(hunk);
    else file.reject(hunk);
    void this.#measure();
  }

  edit(file: FileReview, text: string | undefined): void {
    file.edit(text);
    void this.#measure();
  }

  /** Puts a hunk where the user wants it: at a 1-based line of the file. */
  async place(file: FileReview, placed: PlacedHunk, line: number): Promise<void> {
    const { hunk } = placed;
    const again = hunk && (await this.#parts.engine.placeHunk({ id: this.#id, path: file.path, hunk, line }));
    if (again === undefined || replacementOf(again) === undefined) {
      const text = `This edit doesn’t fit at line ${line}. Edit the file by hand.`;
      this.#parts.notify({ kind: 'warning', text });
      return;
    }
    file.place(placed, again);
    void this.#measure();
  }

  /** The accepted edits as a patch that `git apply` takes; or why one of the files can't be made. */
  patch(): Promise<EditedPatch> {
    return this.#parts.engine.editedPatch(this.#accepted);
  }

  /** Saves the accepted edits, for a folder that can't be written. */
  save(form: 'patch' | 'zip'): Promise<SavedEdits | RefusedFile> {
    return saveEdits(this.#accepted, form, this.#parts);
  }

  /** Writes the accepted edits to the folder. Call inside a click. */
  async write(): Promise<WriteOutcome> {
    const { batches } = this.#parts.conversation;
    if (batches === undefined) throw new Error('this folder can’t be written');
    this.#isWriting = true;
    const [written, exchange] = [this.changed, this.#source?.exchange];
    try {
      const edited = await this.#parts.engine.editedFiles(this.#accepted);
      if (edited.kind === 'refused') return edited;
      const result = await batches.write(edited.files.map(changeOf), exchange);
      this.#outdated = result.kind === 'changed' ? result.paths : [];
      if (result.kind === 'done' || result.kind === 'stopped') {
        // The text that the user has edited is in the file now.
        if (result.kind === 'done') for (const file of written) file.edit(undefined);
        await Promise.all([this.#parts.reading.refresh(), this.readAgain()]);
      }
      return result;
    } finally {
      this.#isWriting = false;
    }
  }

  get #accepted(): Accepted {
    return { id: this.#id, files: this.changed.map(({ accepted }) => accepted) };
  }

  async #load(): Promise<void> {
    const stored = await loadValue(this.#parts, replyKey(this.#parts.id), STORED);
    if (stored === undefined || this.#source !== undefined) return;
    this.#source = stored;
    await this.#place(stored, []);
  }

  async #start(source: Source): Promise<void> {
    const isSame = source.exchange !== '' && source.exchange === this.#source?.exchange;
    if (!isSame) this.#chosen = new Map();
    await Promise.all([this.#store(source), this.#place(source, isSame ? this.#files : [])]);
  }

  async #store(source: Source): Promise<void> {
    this.#source = source;
    await this.#parts.storage.update(replyKey(this.#parts.id), () => toStored(STORED, source));
  }

  async #place({ text }: Source, before: readonly FileReview[]): Promise<void> {
    const isLatest = this.#begin();
    if (before.length === 0) this.#set({ kind: 'reading' }, []);
    try {
      const { baselines } = this.#parts.conversation;
      await baselines.load();
      const { current } = baselines;
      const { inFull: sent, paths } = seenFiles(current?.blocks ?? []);
      const seen = current === undefined ? new Set(this.#parts.composition.paths) : paths;
      const edited = new Map(
        before.flatMap(({ path, editedText, now = '' }) =>
          editedText === undefined ? [] : [[path, { text: editedText, base: now }] as const],
        ),
      );
      const { id, files, unplaced, notUnderstood, requests, unknown } = await this.#parts.engine.placeReply({
        ...{ text, sent, chosen: this.#chosen, edited },
      });
      if (!isLatest()) return;
      const earlier = new Map(before.map((file) => [file.path, file]));
      const reviews = files.map((file) => {
        const review = new FileReview(file, !seen.has(file.path));
        const old = earlier.get(file.path);
        if (old !== undefined) review.continue(old);
        return review;
      });
      this.#id = id;
      this.#set({ kind: 'placed', unplaced, notUnderstood, unknown }, reviews);
      this.#requests = requests.map((request) => new OfferedRequest(request, this.#parts));
      void this.#measure();
      void this.#parts.run.guarded(() => this.#measureRequests());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isLatest()) this.#set({ kind: 'failed', reason }, before);
    }
  }

  #set(state: ReplyState, files: readonly FileReview[]): void {
    this.#state = state;
    this.#files = files;
    this.#requests = [];
    this.#outdated = [];
  }

  async #measureRequests(): Promise<void> {
    for (const request of this.#requests) await request.measure();
  }

  async #measureChanged(): Promise<void> {
    for (const file of this.changed) {
      const { now = '', result } = file;
      const [before = 0, after = 0] = await this.#parts.engine.countTexts([now, result.text ?? '']);
      file.tokens = { before, after };
    }
  }
}

/** Milliseconds. */
const TYPING_PAUSE = 200;

const NOTHING = { unplaced: [], notUnderstood: [] };

function changeOf({ path, before, after }: EditedFile): FileChange {
  return {
    path,
    ...(before && { before: new Blob([before]) }),
    ...(after && { after: new Blob([after]) }),
  };
}

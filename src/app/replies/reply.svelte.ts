import * as v from 'valibot';
import { coalesce } from '../../core/async/coalesce';
import { latestWins } from '../../core/async/latestWins';
import type { RepoPath } from '../../core/files/repoPath';
import { patchOf } from '../../core/replies/patch';
import type { PlacedHunk } from '../../core/replies/placedEdit';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Notify } from '../notify';
import type {
  Clipboard,
  ClipboardText,
  EditedFile,
  Engine,
  Outputs,
  PlacedReply,
  Storage,
  ZipFiles,
} from '../ports';
import type { FolderReading } from '../reading/folderReading.svelte';
import { loadValue, toStored } from '../storage/storedValue';
import { replyKey } from '../storage/workspaceState';
import type { BatchResult } from './fileBatches.svelte';
import { FileReview, replacementOf } from './fileReview.svelte';
import type { FileChange } from './storedBatch';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'placeReply' | 'placeHunk' | 'editedFiles' | 'countTexts'>;
  readonly composition: Pick<Composition, 'paths'>;
  readonly conversation: Pick<Conversation, 'baselines' | 'batches' | 'exchanges'>;
  readonly reading: Pick<FolderReading, 'refresh'>;
  readonly outputs: Pick<Outputs, 'download'>;
  readonly zipFiles: ZipFiles;
  readonly clipboard: Pick<Clipboard, 'read'>;
  readonly folder: { readonly name: string };
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
  | ({ readonly kind: 'placed' } & Pick<PlacedReply, 'unplaced' | 'notUnderstood'>);

/** A file that can't be made. The reason is the rest of a sentence that begins with the path. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly path: RepoPath;
  readonly reason: string;
}

export type WriteOutcome = BatchResult | RefusedFile;

export interface EditedPatch {
  readonly kind: 'patch';
  readonly patch: Uint8Array<ArrayBuffer>;
}

/** A file that was saved. `gone`: deleted files, which it can't hold. */
export interface SavedEdits {
  readonly kind: 'saved';
  readonly name: string;
  readonly gone: readonly RepoPath[];
}

/** The reply of a model that the user reviews before its edits are written. */
export class Reply {
  readonly #parts: Parts;
  #state = $state.raw<ReplyState>({ kind: 'none' });
  #files = $state.raw<readonly FileReview[]>([]);
  #source = $state.raw<Source | undefined>();
  /** The files that the user has chosen for paths as the reply has them. */
  #chosen: ReadonlyMap<string, RepoPath> = new Map();
  /** The files that have changed since the reply was read, so that it can't be written. */
  #outdated = $state.raw<readonly RepoPath[]>([]);
  #isWriting = $state(false);
  #followed: Source | undefined;
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

  /** Reads the answer to an exchange as the user types or pastes it. */
  async follow(answer: string, exchange: string): Promise<void> {
    if (this.#followed?.exchange === exchange && this.#followed.text === answer) return;
    this.#followed = { text: answer, exchange };
    const isSame = this.#source?.exchange === exchange && this.#source.text === answer;
    if (isSame || (answer.trim() === '' && this.#source?.exchange !== exchange)) return;
    if (answer.trim() === '') await this.discard();
    else await this.#start(this.#followed);
  }

  /** Places the reply in the files as they are now. What the user has accepted or edited stays, where it still fits. */
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

  /** Closes the reply if it answers this exchange. */
  async discardOf(exchange: string): Promise<void> {
    if (this.#source?.exchange === exchange) await this.discard();
  }

  acceptSure(): void {
    for (const file of this.#files) this.accept(file, file.sure);
  }

  acceptAll(): void {
    for (const file of this.#files) file.acceptAll();
    void this.#measure();
  }

  accept(file: FileReview, hunks: readonly PlacedHunk[], accepts = true): void {
    file.accept(hunks, accepts);
    void this.#measure();
  }

  edit(file: FileReview, text: string | undefined): void {
    file.edit(text);
    void this.#measure();
  }

  /** Puts a hunk where the user wants it: at a 1-based line of the file. */
  async place(file: FileReview, placed: PlacedHunk, line: number): Promise<void> {
    const { hunk } = placed;
    const again = hunk && (await this.#parts.engine.placeHunk({ path: file.path, hunk, line }));
    if (again === undefined || replacementOf(again) === undefined) {
      this.#parts.notify({
        kind: 'warning',
        text: `This edit doesn’t fit at line ${line}. Edit the file by hand.`,
      });
      return;
    }
    file.place(placed, again);
    void this.#measure();
  }

  /** The accepted edits as a patch that `git apply` takes; or why one of the files can't be made. */
  async patch(): Promise<EditedPatch | RefusedFile> {
    const edited = await this.#edited();
    return edited.kind === 'refused' ? edited : { kind: 'patch', patch: patchOf(edited.files) };
  }

  /** Saves the accepted edits, for a folder that can't be written. */
  async save(form: 'patch' | 'zip'): Promise<SavedEdits | RefusedFile> {
    const { folder, outputs, zipFiles } = this.#parts;
    const edited = await this.#edited();
    if (edited.kind === 'refused') return edited;
    const name = `${folder.name}-reply.${form}`;
    if (form === 'patch') {
      outputs.download(name, new Blob([patchOf(edited.files)]));
      return { kind: 'saved', name, gone: [] };
    }
    const files = edited.files.flatMap(({ path, after }) =>
      after === undefined ? [] : [{ path, content: new Blob([after]) }],
    );
    outputs.download(name, await zipFiles(files));
    const gone = edited.files.flatMap(({ path, after }) => (after === undefined ? [path] : []));
    return { kind: 'saved', name, gone };
  }

  /** Writes the accepted edits to the folder. Call inside a click. */
  async write(): Promise<WriteOutcome> {
    const { batches } = this.#parts.conversation;
    if (batches === undefined) throw new Error('this folder can’t be written');
    this.#isWriting = true;
    try {
      const edited = await this.#edited();
      if (edited.kind === 'refused') return edited;
      const result = await batches.write(edited.files.map(changeOf), this.#source?.exchange);
      this.#outdated = result.kind === 'changed' ? result.paths : [];
      if (result.kind === 'done' || result.kind === 'stopped') {
        await Promise.all([this.#parts.reading.refresh(), this.readAgain()]);
      }
      return result;
    } finally {
      this.#isWriting = false;
    }
  }

  #edited(): ReturnType<Engine['editedFiles']> {
    return this.#parts.engine.editedFiles(this.changed.map(({ accepted }) => accepted));
  }

  async #load(): Promise<void> {
    const stored = await loadValue(this.#parts, replyKey(this.#parts.id), STORED);
    if (stored === undefined || this.#source !== undefined) return;
    this.#followed = stored;
    this.#source = stored;
    await this.#place(stored, []);
  }

  async #start(source: Source): Promise<void> {
    const { id, storage } = this.#parts;
    this.#source = source;
    this.#chosen = new Map();
    await Promise.all([
      this.#place(source, []),
      storage.update(replyKey(id), () => toStored(STORED, source)),
    ]);
  }

  async #place({ text }: Source, before: readonly FileReview[]): Promise<void> {
    const isLatest = this.#begin();
    if (before.length === 0) this.#set({ kind: 'reading' }, []);
    try {
      const { baselines } = this.#parts.conversation;
      await baselines.load();
      const blocks = baselines.current?.blocks ?? [];
      const sent = new Map<RepoPath, string>();
      for (const { key, mode, hash } of blocks) if (mode === 'full') sent.set(pathIn(key), hash);
      const edited = new Map(
        before.flatMap(({ path, editedText, now = '' }) =>
          editedText === undefined ? [] : [[path, { text: editedText, base: now }] as const],
        ),
      );
      const { files, unplaced, notUnderstood } = await this.#parts.engine.placeReply({
        text,
        sent,
        chosen: this.#chosen,
        edited,
      });
      if (!isLatest()) return;
      const seen = new Set([...this.#parts.composition.paths, ...blocks.map(({ key }) => pathIn(key))]);
      const earlier = new Map(before.map((file) => [file.path, file]));
      const reviews = files.map((file) => {
        const review = new FileReview(file, !seen.has(file.path));
        const old = earlier.get(file.path);
        if (edited.has(file.path)) review.accept(review.sure);
        else if (old !== undefined) review.continue(old);
        return review;
      });
      this.#set({ kind: 'placed', unplaced, notUnderstood }, reviews);
      void this.#measure();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isLatest()) this.#set({ kind: 'failed', reason }, []);
    }
  }

  #set(state: ReplyState, files: readonly FileReview[]): void {
    this.#state = state;
    this.#files = files;
    this.#outdated = [];
  }

  async #measureChanged(): Promise<void> {
    for (const file of this.changed) {
      const { now = '', result } = file;
      const [before = 0, after = 0] = await this.#parts.engine.countTexts([now, result.text ?? '']);
      file.tokens = { before, after };
    }
  }
}

const NOTHING = { unplaced: [], notUnderstood: [] };

/** The path in the key of a file's block. Other keys are no paths of files. */
function pathIn(key: string): RepoPath {
  return key.slice(key.indexOf(':') + 1) as RepoPath;
}

function changeOf({ path, before, after }: EditedFile): FileChange {
  return {
    path,
    ...(before && { before: new Blob([before]) }),
    ...(after && { after: new Blob([after]) }),
  };
}

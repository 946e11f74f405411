import { Signal } from '../../core/async/signal';
import { serial } from '../../core/async/serial';
import type { Persona } from '../../core/presets/persona';
import type { ProjectChange } from '../../core/presets/projectFile';
import { presetToData, type Preset } from '../../core/presets/preset';
import type { RefusedEntry } from '../../core/outside/refusal';
import { backupsOf, keepBackup, type Backup } from './backups';
import type { Notify } from '../notify';
import type { FolderFiles, Outputs } from '../ports/files';
import type { OpenedFolder } from '../ports/folders';
import type { Storage } from '../ports/storage';
import type { ProjectReview } from './projectReview';

/** Meant to be committed and shared. */
export const PROJECT_FILE = 'strata.toml';

export interface ProjectParts {
  /** Id of the folder's workspace. */
  readonly workspace: string;
  readonly folder: OpenedFolder;
  readonly files: FolderFiles;
  readonly outputs: Pick<Outputs, 'canWrite' | 'download'>;
  readonly storage: Storage;
  readonly notify: Notify;
  /** Name of the preset applied last; empty for none. */
  appliedPreset(): string;
  /** ISO time. */
  now(): string;
}

/** `downloaded`: the folder is unchanged, and the user has the new text as a download. */
export type ProjectOutcome =
  | { readonly kind: 'saved' | 'downloaded' | 'canceled' }
  | { readonly kind: 'refused'; readonly reason: string };

export type ReviewAnswer = 'write' | 'download' | 'cancel';

/** The project's presets or personas. Changes may ask the user first; call them inside a click. */
export interface ProjectRecords<T> {
  /** Ascending by name. */
  readonly list: readonly T[];
  /** `before` is the old name of a renamed record. */
  set(value: T, before?: string): Promise<ProjectOutcome>;
  remove(name: string): Promise<ProjectOutcome>;
}

const NO_RECORDS = { presets: [], personas: [] };

type ProjectState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'read';
      readonly text: string;
      readonly presets: readonly Preset[];
      readonly personas: readonly Persona[];
      readonly refused: readonly RefusedEntry[];
      readonly usesBeads: boolean;
    }
  | { readonly kind: 'unread'; readonly text: string | undefined; readonly fault: RefusedEntry };

interface OpenReview {
  readonly review: ProjectReview;
  readonly answer: (answer: ReviewAnswer) => void;
}

interface Replacement {
  readonly before: string | undefined;
  readonly text: string;
  /** Whether the change loses part of the old text. */
  readonly loses: boolean;
}

/**
 * `strata.toml` of the open folder: reads and changes its presets and personas. The app replaces text only after the user
 * has reviewed the change, or if the app itself wrote that text since.
 */
export class ProjectFile {
  readonly presets: ProjectRecords<Preset>;
  readonly personas: ProjectRecords<Persona>;
  /** `usesBeads` is another. */
  readonly beadsChanged = new Signal();
  readonly #parts: ProjectParts;
  #state = $state.raw<ProjectState>({ kind: 'absent' });
  #open = $state.raw<OpenReview | undefined>();
  /** The text that the app wrote after the last review. Changes to it that lose nothing need no review. */
  #agreed: string | undefined;
  /** The presets when the file was last readable. */
  #knownPresets: readonly Preset[] = [];
  /** Keeps reads out of reviews and writes. */
  readonly #inTurn = serial();
  #closed = false;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    const inFile = () => (this.#state.kind === 'read' ? this.#state : NO_RECORDS);
    this.presets = {
      get list() {
        return inFile().presets;
      },
      set: (preset, before) =>
        this.#change({ kind: 'preset', preset, ...(before !== undefined && { before }) }),
      remove: (name) => this.#change({ kind: 'remove', from: 'context_presets', name }),
    };
    this.personas = {
      get list() {
        return inFile().personas;
      },
      set: (persona, before) =>
        this.#change({ kind: 'persona', persona, ...(before !== undefined && { before }) }),
      remove: (name) => this.#change({ kind: 'remove', from: 'personas', name }),
    };
  }

  /** Whether the document has the issues of the Beads tracker, unless the user decides about them. */
  get usesBeads(): boolean {
    return this.#state.kind === 'read' && this.#state.usesBeads;
  }

  /** Why the file cannot be used, with the place in it if known. */
  get fault(): RefusedEntry | undefined {
    return this.#state.kind === 'unread' ? this.#state.fault : undefined;
  }

  /** Invalid entries in a file whose other entries are used. */
  get refused(): readonly RefusedEntry[] {
    return this.#state.kind === 'read' ? this.#state.refused : [];
  }

  /** False if the app cannot write to the folder. Saves to the project are then downloads. */
  get writable(): boolean {
    return this.#parts.folder.kind === 'handle';
  }

  /** The change that waits for the user's answer. */
  get review(): ProjectReview | undefined {
    return this.#open?.review;
  }

  /** Call inside a click: the browser may ask for write permission. */
  answer(answer: ReviewAnswer): void {
    this.#open?.answer(answer);
  }

  /** Reads the file again. */
  load(): Promise<void> {
    return this.#inTurn(() => this.#read());
  }

  /** Texts of the file before changes that lost part of it, newest first. */
  backups(): Promise<readonly Backup[]> {
    void this.#state; // A change of the file may have added a backup.
    const { workspace, folder } = this.#parts;
    return backupsOf(this.#parts, PROJECT_FILE, { workspace, folder: folder.name });
  }

  /** Restores a backup. May ask the user first; call inside a click. */
  restore(backup: Backup): Promise<ProjectOutcome> {
    return this.#inTurnOrRefused(async () => {
      await this.#read();
      const before = this.#state.kind === 'absent' ? undefined : this.#state.text;
      if (this.#state.kind === 'unread' && before === undefined)
        return refused(sentenceOf(this.#state.fault));
      if (before === backup.text) return { kind: 'saved' };
      const { restoreReviewOf } = await import('./projectReview');
      const answer = await this.#ask(restoreReviewOf(before, backup, this.writable));
      return this.#carryOut(answer, { before, text: backup.text, loses: true });
    });
  }

  close(): void {
    this.#closed = true;
    this.#open?.answer('cancel');
  }

  async #read({ isOurs = false } = {}): Promise<void> {
    const found = await this.#parts.files.read(this.#parts.folder, PROJECT_FILE);
    if (this.#closed) return;
    const before = this.usesBeads;
    if (found.kind === 'text') {
      if (this.#state.kind === 'absent' || this.#state.text !== found.text)
        this.#state = await stateOf(found.text);
    } else if (found.kind === 'absent') this.#state = found;
    else this.#state = { kind: 'unread', text: undefined, fault: { place: '', reason: found.reason } };
    if (this.usesBeads !== before) this.beadsChanged.emit();
    this.#learnPresets(isOurs);
  }

  /** Reports a change of the preset that was applied last. The composition stays. */
  #learnPresets(isOurs: boolean): void {
    if (this.#state.kind === 'unread') return;
    const name = this.#parts.appliedPreset();
    const [old, present] = [this.#knownPresets, this.presets.list].map((presets) =>
      presets.find((preset) => preset.name === name),
    );
    this.#knownPresets = this.presets.list;
    if (isOurs || old === undefined || (present !== undefined && isSame(old, present))) return;
    const what =
      present === undefined
        ? `is no longer in ${PROJECT_FILE}.`
        : `has changed in ${PROJECT_FILE}. Apply it again to use the changes.`;
    this.#parts.notify({
      kind: 'info',
      text: `The preset ${name} ${what} Your selection stays unchanged.`,
    });
  }

  #change(change: ProjectChange): Promise<ProjectOutcome> {
    return this.#inTurnOrRefused(() => this.#changeNow(change));
  }

  #inTurnOrRefused(task: () => Promise<ProjectOutcome>): Promise<ProjectOutcome> {
    return this.#inTurn(async () => {
      try {
        return await task();
      } catch (error) {
        return refused(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async #changeNow(change: ProjectChange): Promise<ProjectOutcome> {
    await this.#read();
    if (this.#state.kind === 'unread')
      return refused(`${PROJECT_FILE} has an error. Fix it first: ${sentenceOf(this.#state.fault)}`);
    const before = this.#state.kind === 'read' ? this.#state.text : undefined;
    const [{ spliceProjectFile }, { losesText, nameBefore, reviewOf }] = await Promise.all([
      import('../../core/presets/projectFile'),
      import('./projectReview'),
    ]);
    const edit = spliceProjectFile(before ?? '', change);
    if (edit.kind === 'refused') return refused(sentenceOf(edit));
    if (edit.text === before) return { kind: 'saved' };
    const loses = losesText(edit);
    const { writable } = this;
    const isAgreed = writable && !loses && before !== undefined && before === this.#agreed;
    const review = reviewOf(before, change, edit, {
      writable,
      isThere: this.#has(change, nameBefore(change)),
    });
    return this.#carryOut(isAgreed ? 'write' : await this.#ask(review), {
      ...{ before, loses },
      text: edit.text,
    });
  }

  #has({ kind }: ProjectChange, name: string): boolean {
    const records = kind === 'preset' ? this.presets : this.personas;
    return records.list.some((record) => record.name === name);
  }

  async #ask(review: ProjectReview): Promise<ReviewAnswer> {
    if (this.#closed) return 'cancel';
    const answer = await new Promise<ReviewAnswer>((resolve) => {
      this.#open = { review, answer: resolve };
    });
    this.#open = undefined;
    return answer;
  }

  async #carryOut(answer: ReviewAnswer, replacement: Replacement): Promise<ProjectOutcome> {
    const { folder, outputs } = this.#parts;
    if (answer === 'cancel') return { kind: 'canceled' };
    if (answer === 'download' || folder.kind !== 'handle') {
      outputs.download(PROJECT_FILE, new Blob([replacement.text], { type: 'application/toml' }));
      return { kind: 'downloaded' };
    }
    return (await outputs.canWrite(folder.handle))
      ? this.#write(folder.handle, replacement)
      : refused(`the browser denied write access to ${folder.name}. Save again and allow it when asked`);
  }

  async #write(
    folder: FileSystemDirectoryHandle,
    { before, text, loses }: Replacement,
  ): Promise<ProjectOutcome> {
    const { files, workspace } = this.#parts;
    if (loses && before !== undefined) {
      const place = { workspace, folder: this.#parts.folder.name };
      await keepBackup(this.#parts, PROJECT_FILE, { ...place, text: before, time: this.#parts.now() });
    }
    const written = await files.replace(folder, PROJECT_FILE, before, text);
    if (written.kind === 'failed') return refused(`${PROJECT_FILE} could not be written: ${written.reason}`);
    if (written.kind === 'written') this.#agreed = text;
    await this.#read({ isOurs: written.kind === 'written' });
    return written.kind === 'written'
      ? { kind: 'saved' }
      : refused(`${PROJECT_FILE} has changed on disk. Save again to see what would change now`);
  }
}

/** Joins the place and the reason: `line 3: expected a table`. */
export function sentenceOf({ place, reason }: RefusedEntry): string {
  return place === '' ? reason : `${place}: ${reason}`;
}

async function stateOf(text: string): Promise<ProjectState> {
  const read = await readText(text);
  if (read.kind === 'refused') return { kind: 'unread', text, fault: read };
  const { presets, personas, refused: invalid, usesBeads } = read;
  return {
    ...{ kind: 'read', text, refused: invalid, usesBeads },
    presets: presets.map(({ preset }) => preset),
    personas: personas.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

async function readText(text: string) {
  const { readProjectFile } = await import('../../core/presets/projectFile');
  return readProjectFile(text);
}

function refused(reason: string): ProjectOutcome {
  return { kind: 'refused', reason };
}

function isSame(one: Preset, other: Preset): boolean {
  return JSON.stringify(presetToData(one)) === JSON.stringify(presetToData(other));
}

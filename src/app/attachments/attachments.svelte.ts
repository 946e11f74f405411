import { Signal } from '../../core/async/signal';
import type { AttachedText, Attachment } from '../../core/attachments/attachment';
import { attachmentName, fileAttachmentName } from '../../core/attachments/attachmentName';
import { mayHaveLargeData } from '../../core/attachments/largeData';
import { namesIn, referenceTo } from '../../core/attachments/reference';
import { writtenData } from '../../core/attachments/writtenData';
import type { ReferringText } from '../../core/document/sections/section';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { ConversationReader, TakenData, TextPieces } from '../ports/conversations';
import type { AttachmentStore, Storage } from '../ports/storage';
import type { Tabs } from '../ports/tabs';
import { attachmentPrefix } from '../storage/workspaceState';
import { fromStore, loadAttachments, toStore } from './storedAttachments';

export interface AttachmentParts {
  /** Id of the workspace. */
  readonly id: string;
  readonly storage: Storage;
  readonly attachmentStore: AttachmentStore;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly startReader: () => ConversationReader;
}

type DataToStore = Pick<TakenData, 'type' | 'blob'> & Partial<TakenData> & { readonly name?: string };

/** Milliseconds that unused attachments stay, because an undo in any tab may bring their reference back. */
const UNUSED_STAYS = 24 * 60 * 60 * 1000;

const NONE: readonly AttachedText[] = [];

/** Large data that was taken out of the texts of a workspace. The texts refer to it by name. */
export class Attachments {
  /** The document may print other text for a reference. */
  readonly changed = new Signal();
  readonly #parts: AttachmentParts;
  readonly #prefix: string;
  readonly #stopWatching: () => void;
  #reader: ConversationReader | undefined;
  #byName = $state.raw<ReadonlyMap<string, Attachment>>(new Map());
  /** By hash. They are handles: the data stays on the disk. */
  #blobs = $state.raw<ReadonlyMap<string, Blob>>(new Map());
  #isLoaded = $state(false);
  /** By name; the same object until its data changes. */
  readonly #printed = new Map<string, AttachedText>();
  readonly #inDocument = new WeakMap<object, readonly string[]>();
  readonly #namesOf = new WeakMap<readonly unknown[], readonly string[]>();

  constructor(parts: AttachmentParts) {
    this.#parts = parts;
    this.#prefix = attachmentPrefix(parts.id);
    this.#stopWatching = parts.storage.watch((keys) => {
      if (keys.some((key) => key.startsWith(this.#prefix))) void this.load().catch(() => undefined); // The next save reports the error.
    });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Undefined if it is gone. */
  byName(name: string): (Attachment & { readonly data: Blob }) | undefined {
    const attachment = this.#byName.get(name);
    const data = attachment && this.#blobs.get(attachment.hash);
    return data && { ...attachment, data };
  }

  async load(): Promise<void> {
    const { attachmentStore, id } = this.#parts;
    const found = await loadAttachments(this.#parts, id);
    if (found.size > 0) this.#blobs = await attachmentStore.all(id);
    this.#byName = found;
    this.#isLoaded = true;
    this.changed.emit();
  }

  /** Replaces the large data in a text by references. Data that can't be stored stays, and the user is notified. */
  async takeOut(text: string): Promise<string> {
    if (!mayHaveLargeData(text)) return text;
    try {
      this.#reader ??= this.#parts.startReader();
      return await this.referring(await this.#reader.takeOut(text));
    } catch (error) {
      this.#reader = undefined;
      this.#tellNotStored(error instanceof Error ? error.message : String(error));
      return text;
    }
  }

  /** A text with references to its large data. Data that can't be stored stays in the text, and the user is notified. */
  async referring(pieces: TextPieces): Promise<string> {
    const texts: string[] = [];
    for (const piece of pieces)
      texts.push(typeof piece === 'string' ? piece : await this.#referenceOrData(piece));
    return texts.join('');
  }

  /**
   * Stores a file that the user has added, under its name. Resolves to a reference to it. Rejects if there is no room. A file that
   * is there already gets no second name.
   */
  async add(file: File): Promise<string> {
    const { name, type } = file;
    // A copy, because the file on disk may change or go.
    const blob = new Blob([await file.arrayBuffer()], { type });
    return referenceTo(await this.#inTurn(() => this.#store({ name, type, blob })));
  }

  /** The texts that the document prints for the references in these texts. References that are not listed stay. */
  readonly attachedTo = (texts: readonly ReferringText[]): readonly AttachedText[] => {
    if (!this.#isLoaded) return NONE;
    let names = this.#namesOf.get(texts);
    if (names === undefined) {
      names = [...new Set(texts.flatMap((text) => namesIn(typeof text === 'string' ? text : text.content)))];
      this.#namesOf.set(texts, names);
    }
    return names.length === 0 ? NONE : names.flatMap((name) => this.#printedFor(name) ?? []);
  };

  /** The same, including data that was sent before: an API keeps nothing. */
  allIn(texts: readonly ReferringText[]): readonly AttachedText[] {
    const names = new Set(texts.flatMap((text) => namesIn(typeof text === 'string' ? text : text.content)));
    return Array.from(names, (name) => this.named(name));
  }

  /** The data under a name, whether or not a document has had it. */
  readonly named = (name: string): AttachedText => {
    const attachment = this.byName(name);
    return attachment === undefined
      ? { kind: 'gone', name }
      : { kind: 'data', name, hash: attachment.hash, head: attachment.head, data: attachment.data };
  };

  /** Notes that a document has the data for the references in these texts. */
  printedIn(document: object, texts: readonly ReferringText[]): void {
    const names = this.attachedTo(texts).flatMap((each) => (each.kind === 'data' ? each.name : []));
    if (names.length > 0) this.#inDocument.set(document, names);
  }

  /** The user has a document. Later ones have only references to the data in it. */
  async sent(document: object): Promise<void> {
    const names = this.#inDocument.get(document) ?? [];
    await this.#change(names, (attachment) => ({ ...attachment, isSent: true }));
  }

  /** The next document has all the data again. */
  async sendAgain(name: string): Promise<void> {
    await this.#change([name], (attachment) => ({ ...attachment, isSent: false }));
  }

  /** Removes attachments to which nothing has referred for a day. */
  async collect(texts: readonly string[]): Promise<void> {
    const used = new Set(texts.flatMap(namesIn));
    const now = this.#parts.clock.now();
    await this.#inTurn(async () => {
      const names = [...this.#byName.keys()];
      await this.#change(names, (attachment, name) => {
        if (used.has(name)) return { ...attachment, unusedSince: undefined };
        const { unusedSince = now } = attachment;
        return now - unusedSince > UNUSED_STAYS ? undefined : { ...attachment, unusedSince };
      });
      const hashes = new Set(Array.from(this.#byName.values(), ({ hash }) => hash));
      await this.#parts.attachmentStore.keep(this.#parts.id, hashes);
    });
  }

  close(): void {
    this.#stopWatching();
    this.#reader?.dispose();
  }

  async #referenceOrData(taken: TakenData): Promise<string> {
    try {
      return referenceTo(await this.#inTurn(() => this.#store(taken)));
    } catch (error) {
      this.#tellNotStored(error instanceof Error ? error.message : String(error));
      return writtenData({ head: taken.head, data: taken.blob });
    }
  }

  /** Resolves to the name. Data that is there already and has not been sent gets no second one. */
  async #store({ type, head, blob, name: given }: DataToStore): Promise<string> {
    const { id, storage, attachmentStore } = this.#parts;
    const hash = await attachmentStore.put(id, blob);
    const coming: Attachment = {
      ...{ hash, type, bytes: blob.size, isSent: false },
      ...(head !== undefined && { head }),
    };
    const taken = new Set(this.#byName.keys());
    for (const [name, { hash: other, head: otherHead, isSent }] of this.#byName)
      if (other === hash && otherHead === head && !isSent) return name;
    const name =
      given === undefined ? attachmentName(type, taken) : fileAttachmentName({ name: given, type }, taken);
    await storage.update(`${this.#prefix}${name}`, () => toStore(coming));
    this.#blobs = new Map([...this.#blobs, [hash, blob]]);
    this.#byName = new Map([...this.#byName, [name, coming]]);
    this.changed.emit();
    return name;
  }

  async #change(
    names: readonly string[],
    change: (attachment: Attachment, name: string) => Attachment | undefined,
  ): Promise<void> {
    const changed = new Map(this.#byName);
    const changes = names.flatMap((name) => {
      const update = (stored: unknown): unknown => {
        const before = fromStore(stored);
        if (before === undefined) return stored;
        const after = change(before, name);
        if (after === undefined) changed.delete(name);
        else changed.set(name, after);
        return after && toStore(after);
      };
      return [[`${this.#prefix}${name}`, update] as const];
    });
    if (changes.length === 0) return;
    await this.#parts.storage.updateAll(new Map(changes));
    this.#byName = changed;
    this.changed.emit();
  }

  #printedFor(name: string): AttachedText | undefined {
    const attachment = this.byName(name);
    if (attachment?.isSent === true) return undefined;
    const before = this.#printed.get(name);
    const isSame =
      attachment === undefined
        ? before?.kind === 'gone'
        : before?.kind === 'data' && before.data === attachment.data;
    if (isSame) return before;
    const printed = this.named(name);
    this.#printed.set(name, printed);
    return printed;
  }

  /** While no other tab names or removes attachments. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#parts.tabs.alone(`attachments/${this.#parts.id}`, async () => {
      if (!this.#isLoaded) await this.load();
      return task();
    });
  }

  #tellNotStored(reason: string): void {
    this.#parts.notify({
      kind: 'warning',
      text: `Couldn't store the pasted data as an attachment: ${reason}.`,
      details: ['It stays in the text, so copies include it every time.'],
    });
  }
}

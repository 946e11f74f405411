import { screenshotKey } from '../../core/document/block';
import { readImageHeader, type ImageHeader } from '../../core/images/imageHeader';
import type { RepoPath } from '../../core/files/repoPath';
import { uniqueSources } from '../../core/settings/addedFiles';
import { sourceName, sourceOf, type AddedFile } from '../../core/sources/addedFile';
import { imageTokens } from '../../core/tokens/imageTokens';
import { counted } from '../../core/counted';
import type { Attachments } from '../attachments/attachments.svelte';
import type { Composition } from '../composition/composition.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { Baselines } from '../conversation/baselines.svelte';
import type { DocumentOutput } from '../handover/documentOutput';
import { imagesToAttach } from '../handover/imagesToAttach';
import type { ImageToAttach } from '../conversation/turns.svelte';
import type { Notify } from '../notify';
import type { Engine, ImageFacts } from '../ports/engine';
import type { Images } from '../ports/images';

interface Parts {
  readonly engine: Pick<Engine, 'readFile'>;
  readonly composition: Composition;
  readonly conversation: {
    readonly attachments: Pick<Attachments, 'add' | 'byName'>;
    readonly baselines: Pick<Baselines, 'toUpdate'>;
  };
  readonly document: Pick<DocumentModel, 'blocks' | 'model'>;
  readonly output: Pick<DocumentOutput, 'handed'>;
  readonly images: Images;
  readonly notify: Notify;
}

/** A screenshot of the composition. */
export interface Screenshot extends AddedFile {
  /** Its path, or the name of its attachment. */
  readonly name: string;
  /** Undefined while it is not in the document; a reason if it can't be shown. */
  readonly image: ImageFacts | string | undefined;
  /** Differs whenever the image does. */
  readonly version: string | undefined;
  /** An estimate for the chosen model; undefined if that publishes no formula. */
  readonly tokens: number | undefined;
  /** Whether the chat has the image, as far as is known; undefined if nobody has to attach it. */
  readonly isAttached: boolean | undefined;
}

/** The bytes of an image, with its header; a reason if there is none. */
export type ReadImageFile = { readonly data: Blob; readonly header: ImageHeader } | string;

/** Pixels of the long side that Claude shrinks images to. */
export const REDUCED_SIDE = 1568;

/** Bytes that tell the size of almost all images. */
const HEADER = 1_000_000;
/** Bytes, as in the engine. */
const MOST_BYTES = 50_000_000;
/** Pixels. A decoded one takes four bytes. */
const MOST_PIXELS = 50_000_000;

/** The images that the user has added to the document, and what is to be done by hand with them. */
export class Screenshots {
  readonly #parts: Parts;
  /** Images that the last copy was the first to have, and that the user has not attached since. */
  #due = $state.raw<ReadonlySet<string>>(new Set());
  /** The user's ticks, by the same ids. */
  #ticks = $state.raw<ReadonlyMap<string, boolean>>(new Map());
  readonly #blocks = $derived.by(() => {
    const images = this.#parts.document.blocks.filter(({ image }) => image !== undefined);
    return new Map(images.map((block) => [block.key, block]));
  });
  readonly #new = $derived.by(() => {
    const { composition, conversation, document } = this.#parts;
    return new Set(
      imagesToAttach(document.blocks, composition.options, conversation.baselines.toUpdate).map(idOf),
    );
  });
  /** In the user's order. */
  readonly list: readonly Screenshot[] = $derived.by(() =>
    this.#parts.composition.options.screenshots.map((file) => this.#shown(file)),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.output.handed.subscribe(({ toAttach }) => {
      this.#due = new Set(toAttach.map(idOf));
      for (const id of this.#due) this.#tick(id, undefined);
    });
  }

  get isOn(): boolean {
    return this.#parts.composition.options.withScreenshots;
  }

  get canCapture(): boolean {
    return this.#parts.images.canCapture;
  }

  /** The estimate of all images in the document; undefined if the model publishes no formula. */
  get tokens(): number | undefined {
    const shown = this.list.filter(({ image }) => typeof image === 'object');
    return shown.some(({ tokens }) => tokens === undefined)
      ? undefined
      : shown.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  }

  /** The images that the user still has to attach in the chat. */
  get toAttach(): readonly Screenshot[] {
    return this.list.filter(({ isAttached }) => isAttached === false);
  }

  /** Adds files as attachments. Resolves to why some are not added, of which the user is notified. */
  async add(files: readonly File[]): Promise<readonly string[]> {
    const added: AddedFile[] = [];
    const refused: string[] = [];
    for (const file of files) {
      const source = await this.#attach(file);
      if ('reason' in source) refused.push(`${file.name} ${source.reason}.`);
      else added.push({ source: source.reference, alt: '' });
    }
    this.#append(added);
    if (refused.length > 0)
      this.#parts.notify({
        kind: 'warning',
        text: `Couldn't add ${counted(refused.length, 'image')}.`,
        details: refused,
      });
    return refused;
  }

  /** Adds files of the folder. */
  addPaths(paths: readonly RepoPath[]): void {
    this.#append(paths.map((source) => ({ source, alt: '' })));
  }

  /** Call inside a click. */
  async capture(): Promise<void> {
    const file = await this.#parts.images.capture();
    if (file !== undefined) await this.add([file]);
  }

  setAlt(source: string, alt: string): void {
    const files = this.#files.map((file) => (file.source === source ? { ...file, alt } : file));
    this.#set(files, 'Describe screenshot', `screenshot/${source}`);
  }

  /** Moves an image up or down among the others. */
  move(source: string, step: 1 | -1): void {
    const at = this.#files.findIndex((file) => file.source === source);
    const file = this.#files[at];
    if (file === undefined || this.#files[at + step] === undefined) return;
    this.#set(this.#files.toSpliced(at, 1).toSpliced(at + step, 0, file), 'Move screenshot');
  }

  remove(source: string): void {
    this.#set(
      this.#files.filter((file) => file.source !== source),
      'Remove screenshot',
    );
  }

  /** Puts a smaller copy of an image in its place. The image itself stays as it is. */
  async reduce(source: string): Promise<void> {
    const reduced = await this.#reduced(source);
    if ('reason' in reduced) return this.#tellFailed(source, reduced.reason);
    const files = this.#files.map((file) =>
      file.source === source ? { ...file, source: reduced.reference } : file,
    );
    this.#set(files, `Reduce screenshot to ${REDUCED_SIDE} px`);
  }

  /** Copies an image to the clipboard, to paste it into the chat, and notes that. Call inside a click. */
  async copy(source: string): Promise<void> {
    const data = this.read({ source }).then((read) => {
      if (typeof read === 'string') throw new Error(read);
      return read.data;
    });
    const result = await this.#parts.images.copy(data);
    if (result.kind === 'refused') return this.#tellFailed(source, result.reason);
    this.setAttached(source, true);
    this.#parts.notify({
      kind: 'done',
      text: `Copied ${sourceName(source)}. Paste it into the chat.`,
    });
  }

  setAttached(source: string, isAttached: boolean): void {
    const block = this.#blocks.get(screenshotKey(source));
    if (block !== undefined) this.#tick(idOf(block), isAttached);
  }

  /** Reads an image to show or copy it. Refuses one that would take too much memory. */
  async read(file: Pick<AddedFile, 'source'>): Promise<ReadImageFile> {
    const source = sourceOf(file);
    const { conversation, engine } = this.#parts;
    const blob =
      source.kind === 'path'
        ? await engine.readFile(source.path)
        : conversation.attachments.byName(source.name)?.data;
    if (blob === undefined) return source.kind === 'path' ? 'is not in the folder' : 'is no longer stored';
    const read = await headerOf(blob);
    if (read.kind === 'refused') return read.reason;
    const { header } = read;
    if (header.width * header.height > MOST_PIXELS) return 'has too many pixels to be shown';
    return { data: new Blob([blob], { type: header.type }), header };
  }

  async #reduced(source: string): Promise<{ readonly reference: string } | { readonly reason: string }> {
    const read = await this.read({ source });
    if (typeof read === 'string') return { reason: read };
    let smaller: Blob;
    try {
      smaller = await this.#parts.images.shrink(read.data, REDUCED_SIDE);
    } catch (error) {
      return { reason: `can't be reduced: ${error instanceof Error ? error.message : String(error)}` };
    }
    return this.#attach(new File([smaller], reducedName(source, read.data)));
  }

  get #files(): readonly AddedFile[] {
    return this.#parts.composition.options.screenshots;
  }

  #shown(file: AddedFile): Screenshot {
    const block = this.#blocks.get(screenshotKey(file.source));
    const image = block?.image;
    const isImage = typeof image === 'object';
    const isLink = this.#parts.composition.options.imageForm === 'link';
    return {
      ...{ ...file, name: sourceName(file.source), image, version: block?.hash },
      tokens: isImage ? imageTokens(image, this.#parts.document.model.vendor) : undefined,
      isAttached: isImage && isLink ? this.#isAttached(block) : undefined,
    };
  }

  #isAttached(block: ImageToAttach | undefined): boolean {
    if (block === undefined) return false;
    const id = idOf(block);
    return this.#ticks.get(id) ?? !(this.#new.has(id) || this.#due.has(id));
  }

  #append(added: readonly AddedFile[]): void {
    const known = new Set(this.#files.map(({ source }) => source));
    const files = uniqueSources(added.filter(({ source }) => !known.has(source)));
    if (files.length === 0) return;
    const what = counted(files.length, 'screenshot');
    this.#parts.composition.apply(
      { options: { screenshots: [...this.#files, ...files], withScreenshots: true } },
      `Add ${what}`,
    );
    this.#parts.notify({
      kind: 'done',
      text: `Added ${what} to the document.`,
      offer: { label: 'Show', command: 'screenshots' },
    });
  }

  #set(screenshots: readonly AddedFile[], step: string, mergeKey?: string): void {
    this.#parts.composition.apply({ options: { screenshots: uniqueSources(screenshots) } }, step, mergeKey);
  }

  #tick(id: string, isAttached: boolean | undefined): void {
    const ticks = new Map(this.#ticks);
    if (isAttached === undefined) ticks.delete(id);
    else ticks.set(id, isAttached);
    this.#ticks = ticks;
  }

  /** Stores a file as an attachment. Its type is that of its bytes. */
  async #attach(file: File): Promise<{ readonly reference: string } | { readonly reason: string }> {
    const read = await headerOf(file);
    if (read.kind === 'refused') return read;
    const { type } = read.header;
    try {
      return {
        reference: await this.#parts.conversation.attachments.add(new File([file], file.name, { type })),
      };
    } catch (error) {
      return { reason: `can't be stored: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  #tellFailed(source: string, reason: string): void {
    this.#parts.notify({ kind: 'error', text: `${sourceName(source)}: ${reason}.` });
  }
}

/** Differs whenever the image does. */
function idOf({ key, hash }: Pick<ImageToAttach, 'hash' | 'key'>): string {
  return `${hash} ${key}`;
}

async function headerOf(file: Blob) {
  if (file.size > MOST_BYTES)
    return { kind: 'refused', reason: `is larger than ${MOST_BYTES / 1_000_000} MB` } as const;
  return readImageHeader(new Uint8Array(await file.slice(0, HEADER).arrayBuffer()));
}

/** `login-1568.png` */
function reducedName(source: string, { type }: Blob): string {
  const [stem = ''] = /^[^]*?(?=\.[^./]*$|$)/.exec(sourceName(source).replace(/^.*\//s, '')) ?? [];
  return `${stem}-${REDUCED_SIDE}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;
}

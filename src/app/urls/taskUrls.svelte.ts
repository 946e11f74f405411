import { Signal } from '../../core/async/signal';
import { findUrls } from '../../core/urls/findUrls';
import type { ReadUrl } from '../../core/urls/pageText';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { PageMessage, PageWindow, PageReader } from '../ports/pages';
import type { Storage } from '../ports/storage';
import { pagePrefix } from '../storage/workspaceState';
import { isOld, loadPages, PAGE_STAYS, savePage, type StoredPage } from './storedPages';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly composition: Pick<Composition, 'options'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly pageWindow: PageWindow;
  readonly pageReader: PageReader;
}

/** An address in the task. */
export interface TaskUrl {
  readonly url: string;
  /** Its text; undefined if it has none yet. */
  readonly page: StoredPage | undefined;
  readonly isReading: boolean;
  /** Why its text could not be fetched or read since the last one. */
  readonly failure: string | undefined;
}

type Passing = { readonly kind: 'reading' } | { readonly kind: 'failed'; readonly reason: string };

/** The addresses in the task, and their texts, which the user fetches on the network page or pastes. */
export class TaskUrls {
  /** The texts in the document may be others. */
  readonly changed = new Signal();
  readonly #parts: Parts;
  #pages = $state.raw<ReadonlyMap<string, StoredPage>>(new Map());
  #passing = $state.raw<ReadonlyMap<string, Passing>>(new Map());
  #saving: Promise<unknown> = Promise.resolve();
  #stopAging: () => void = () => undefined;
  #isClosed = false;
  readonly #stopWatching: () => void;
  readonly #found = $derived.by(() => findUrls(this.#parts.composition.options.task));

  readonly list: readonly TaskUrl[] = $derived.by(() => this.#found.map((url) => this.#taskUrl(url)));

  /** The texts for the document, in the order of the task. */
  readonly read: readonly ReadUrl[] = $derived.by(() =>
    this.#found.flatMap((url) => {
      const page = this.#pages.get(url);
      return page === undefined || page.isLeftOut ? [] : { url, text: page.text, isCut: page.isCut };
    }),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    const prefix = pagePrefix(parts.id);
    this.#stopWatching = parts.storage.watch((keys) => {
      if (keys.some((key) => key.startsWith(prefix))) void this.load().catch(() => undefined); // The next save reports the error.
    });
  }

  async load(): Promise<void> {
    const { id, clock } = this.#parts;
    this.#setPages(await loadPages(this.#parts, id, clock.now()));
  }

  /** Opens the network page for an address. Call inside a click. */
  openFetch(url: string): void {
    const isOpen = this.#parts.pageWindow.open(url, (message) => void this.#hear(message));
    if (!isOpen)
      this.#parts.notify({
        kind: 'warning',
        text: 'The browser blocked the window. Allow pop-ups for this page, or paste the text.',
      });
  }

  /** Takes text, Markdown, or HTML for an address. Resolves to why it can't be used; undefined if it is. */
  paste(url: string, text: string): Promise<string | undefined> {
    return this.#reading(url, async () => {
      const page = await this.#parts.pageReader.readPasted(url, text);
      return page.kind === 'failed' ? page : { ...page, by: 'paste', address: url };
    });
  }

  leaveOut(url: string, isLeftOut: boolean): void {
    const page = this.#pages.get(url);
    if (page !== undefined) this.#save(url, { ...page, isLeftOut });
  }

  /** Resolves when all texts so far are stored, or could not be. */
  async flush(): Promise<void> {
    await this.#saving;
  }

  /** Pages that arrive afterwards are stored only. */
  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    this.#stopAging();
  }

  #taskUrl(url: string): TaskUrl {
    const passing = this.#passing.get(url);
    return {
      ...{ url, page: this.#pages.get(url) },
      isReading: passing?.kind === 'reading',
      failure: passing?.kind === 'failed' ? passing.reason : undefined,
    };
  }

  async #hear(message: PageMessage): Promise<void> {
    if (message.kind === 'failed') {
      this.#pass(message.url, message);
      return;
    }
    const { url, address } = message;
    await this.#reading(url, async () => {
      const page = await this.#parts.pageReader.readFetched(message);
      return page.kind === 'failed' ? page : { ...page, by: 'fetch', address };
    });
  }

  async #reading(
    url: string,
    read: () => Promise<
      | { readonly kind: 'failed'; readonly reason: string }
      | ({ readonly kind: 'read' } & Pick<StoredPage, 'text' | 'isCut' | 'by' | 'address'>)
    >,
  ): Promise<string | undefined> {
    this.#pass(url, { kind: 'reading' });
    const page = await read();
    if (page.kind === 'failed') {
      const reason = `The text can't be used: ${page.reason}.`;
      this.#pass(url, { kind: 'failed', reason });
      return reason;
    }
    this.#pass(url, undefined);
    const { text, isCut, by, address } = page;
    this.#save(url, { text, isCut, by, address, time: this.#parts.clock.now(), isLeftOut: false });
    return undefined;
  }

  #pass(url: string, passing: Passing | undefined): void {
    const all = new Map(this.#passing);
    if (passing === undefined) all.delete(url);
    else all.set(url, passing);
    this.#passing = all;
  }

  #save(url: string, page: StoredPage): void {
    this.#setPages(new Map([...this.#pages, [url, page]]));
    const saving = savePage(this.#parts, this.#parts.id, url, page).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#parts.notify({
        kind: 'warning',
        text: `Couldn't store the text of ${url}: ${reason}. It is lost when this tab closes.`,
      });
    });
    this.#saving = Promise.all([this.#saving, saving]);
  }

  /** Drops pages when they are too old. */
  #setPages(pages: ReadonlyMap<string, StoredPage>): void {
    const { clock } = this.#parts;
    const now = clock.now();
    this.#pages = new Map([...pages].filter(([, page]) => !isOld(page, now)));
    if (this.#isClosed) return;
    this.changed.emit();
    this.#stopAging();
    const times = Array.from(this.#pages.values(), ({ time }) => time);
    if (times.length > 0)
      this.#stopAging = clock.after(Math.max(1, Math.min(...times) + PAGE_STAYS - now), () => {
        this.#setPages(this.#pages);
      });
  }
}

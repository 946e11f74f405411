import {
  readAddress,
  type AddressRead,
  type RepositoryForge,
  type RepositoryPlace,
} from '../../core/repositories/repositoryAddress';
import {
  forgeOf,
  listingRequests,
  listRepository,
  type ResolvedPart,
} from '../../core/repositories/listRepository';
import {
  archiveName,
  bytesOf,
  LIMITS,
  repositoryFiles,
  type RepositoryFile,
  type RepositoryFiles,
} from '../../core/repositories/repositoryFiles';
import type { PlannedRequest } from '../../core/urls/fetchPlan';
import type { FetchFailure, PageFetcher } from '../ports/pages';
import type { PackFiles, RepositoryOpener } from '../ports/repositories';
import { describeFetchFailure } from '../urls/fetchFailure';
import { FileDownloads } from './fileDownloads.svelte';

export type RepositoryState =
  /** Nothing has been requested since the address was given, or it failed for this reason. */
  | { readonly kind: 'waiting'; readonly reason?: string }
  | { readonly kind: 'listing'; readonly entries: number }
  /** Nothing has been requested from where the redirect leads to. */
  | { readonly kind: 'redirected' }
  /** The forge, or this app, does not list so much. */
  | { readonly kind: 'truncated'; readonly listed: number }
  /** All files are known, and some may have been fetched. `reason`: why not all. */
  | { readonly kind: 'listed'; readonly reason?: string }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'opened' }
  /** All wanted files are here, but the app has not taken them. */
  | { readonly kind: 'refused'; readonly reason: string };

interface Parts {
  readonly lists: PageFetcher;
  readonly files: PageFetcher;
  readonly opener: RepositoryOpener;
  readonly pack: PackFiles;
}

/** Ends a listing without an answer. */
class Unanswered extends Error {
  readonly state: RepositoryState;

  constructor(state: RepositoryState) {
    super();
    this.state = state;
  }
}

/** State of the network page that fetches a repository. Requests nothing before the user says so. */
export class RepositoryRun {
  readonly #parts: Parts;
  #address = $state.raw('');
  #read = $state.raw<AddressRead | undefined>();
  #state = $state.raw<RepositoryState>({ kind: 'waiting' });
  #part = $state.raw<ResolvedPart | undefined>();
  #files = $state.raw<RepositoryFiles | undefined>();
  #withBinaries = $state(false);
  readonly #downloads: FileDownloads;
  #running: AbortController | undefined;
  /** For the API of this server only. Kept in this window's memory, and nowhere else. */
  token = $state('');

  /** The files to fetch. */
  readonly wanted: readonly RepositoryFile[] = $derived.by(() => {
    const { texts, binaries } = this.#files ?? { texts: [], binaries: [] };
    return this.#withBinaries ? [...texts, ...binaries] : texts;
  });

  /** Those of them that have not been fetched. */
  readonly missing: readonly RepositoryFile[] = $derived.by(() => this.#downloads.missingOf(this.wanted));

  /** Why so many files can't be fetched, as a sentence. */
  readonly excess: string | undefined = $derived.by(() => excessOf(this.wanted));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#downloads = new FileDownloads(parts.files);
    parts.opener.listen((address) => {
      this.#take(address);
    });
  }

  get address(): string {
    return this.#address;
  }

  /** Undefined until the app has named a repository. */
  get read(): AddressRead | undefined {
    return this.#read;
  }

  get state(): RepositoryState {
    return this.#state;
  }

  /** Which commit the files are of; undefined until it is known. */
  get part(): ResolvedPart | undefined {
    return this.#part;
  }

  /** Undefined until they are listed. */
  get files(): RepositoryFiles | undefined {
    return this.#files;
  }

  get withBinaries(): boolean {
    return this.#withBinaries;
  }

  get downloads(): Pick<FileDownloads, 'count' | 'bytes' | 'failures' | 'meetsRedirect'> {
    return this.#downloads;
  }

  get busy(): boolean {
    return BUSY.has(this.#state.kind);
  }

  /** The requests of the list. */
  get requests(): readonly PlannedRequest[] {
    return this.#read?.kind === 'place' ? listingRequests(this.#read.place) : [];
  }

  /** The addresses that the requests of the list, and of files, begin with. */
  get hosts(): { readonly api: string; readonly files: string; readonly limit?: string } | undefined {
    return this.#read?.kind === 'place' ? forgeOf(this.#read.place) : undefined;
  }

  /** Says what an unknown host runs. */
  chooseForge(forge: RepositoryForge): void {
    if (!this.busy) this.#set(readAddress(this.#address, forge));
  }

  /** Limits the list to a folder. */
  chooseFolder(folder: string): void {
    if (this.busy || this.#read?.kind !== 'place' || this.#part === undefined) return;
    const segments = folder.split('/').filter((segment) => segment !== '' && segment !== '.');
    const { ref } = this.#part;
    this.#set({
      kind: 'place',
      place: { ...this.#read.place, at: [...ref.split('/'), ...segments], isFile: false },
    });
  }

  setBinaries(withBinaries: boolean): void {
    if (this.busy) return;
    this.#withBinaries = withBinaries;
    this.#downloads.retain(this.wanted);
    if (this.#state.kind === 'opened') this.#state = { kind: 'listed' };
  }

  /** Does nothing once the commit is known. */
  async list({ followsRedirects = false } = {}): Promise<void> {
    if (this.busy || this.#read?.kind !== 'place' || this.#part !== undefined) return;
    const { place } = this.#read;
    this.#state = { kind: 'listing', entries: 0 };
    await this.#run(async (signal) => {
      const end = await this.#list(place, { followsRedirects, signal });
      if (!signal.aborted) this.#state = end;
    });
    if (this.#state.kind === 'listing') this.#state = { kind: 'waiting' };
  }

  /** Fetches what is missing, and opens everything if nothing is missing then. */
  async fetch({ followsRedirects = false } = {}): Promise<void> {
    const [part, hosts] = [this.#part, this.#read];
    if (this.busy || part === undefined || hosts?.kind !== 'place' || this.excess !== undefined) return;
    const forge = forgeOf(hosts.place);
    this.#state = { kind: 'fetching' };
    const reason = await this.#run((signal) =>
      this.#downloads.fetch(this.missing, {
        ...{ followsRedirects, signal },
        addressOf: ({ name }) => forge.fileAddress(part, name),
        secretHeaders:
          forge.files === forge.api && !followsRedirects ? this.#secretHeaders(hosts.place) : undefined,
      }),
    );
    if (this.#part !== part) return; // Another repository was asked for.
    this.#state = { kind: 'listed', ...(reason !== undefined && { reason }) };
    if (this.missing.length === 0) await this.open();
  }

  /** Gives the app what has been fetched. */
  async open(): Promise<void> {
    const part = this.#part;
    if (this.busy || part === undefined) return;
    this.#state = { kind: 'opening' };
    const { opener, pack } = this.#parts;
    try {
      const content = await pack(this.#downloads.fetchedOf(this.wanted));
      const isTaken = await opener.give({ name: archiveName(part), content });
      if (this.#part !== part) return;
      this.#state = isTaken
        ? { kind: 'opened' }
        : { kind: 'refused', reason: 'The page of Strata that opened this one is closed or was reloaded.' };
    } catch (error) {
      this.#state = { kind: 'refused', reason: `The files could not be packed: ${messageOf(error)}` };
    }
  }

  cancel(): void {
    this.#running?.abort();
  }

  /** The same address keeps what has been fetched. */
  #take(address: string): void {
    if (address === this.#address && this.#state.kind !== 'opened') return;
    this.cancel();
    this.#address = address;
    this.#set(readAddress(address));
  }

  #set(read: AddressRead): void {
    const api = this.hosts?.api;
    this.#read = read;
    if (this.hosts?.api !== api) this.token = '';
    this.#state = { kind: 'waiting' };
    this.#part = undefined;
    this.#files = undefined;
    this.#withBinaries = false;
    this.#downloads.clear();
  }

  #run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#running = new AbortController();
    return task(this.#running.signal);
  }

  async #list(
    place: RepositoryPlace,
    options: { readonly followsRedirects: boolean; readonly signal: AbortSignal },
  ): Promise<RepositoryState> {
    const secretHeaders = options.followsRedirects ? undefined : this.#secretHeaders(place);
    const ask = async (request: PlannedRequest): Promise<string | undefined> => {
      const answer = await this.#parts.lists.fetch(request, { ...options, secretHeaders });
      if (answer.kind === 'answer') return new TextDecoder().decode(answer.bytes);
      if (answer.kind === 'redirect') throw new Unanswered({ kind: 'redirected' });
      const { failure } = answer;
      const status = failure.kind === 'status' ? failure.status : 0;
      if (NOT_THERE.has(status)) return undefined;
      const reason =
        secretHeaders !== undefined && isRefusal(failure)
          ? `The server refused the token (${status}). Use another one, or none.`
          : describeFetchFailure(failure);
      throw new Unanswered({ kind: 'waiting', reason });
    };
    try {
      const listing = await listRepository(place, ask, (entries) => {
        if (!options.signal.aborted) this.#state = { kind: 'listing', entries };
      });
      if (options.signal.aborted) return { kind: 'waiting' };
      this.#part = listing.part;
      if (listing.kind === 'truncated') return { kind: 'truncated', listed: listing.listed };
      this.#files = repositoryFiles(listing.entries);
      return { kind: 'listed' };
    } catch (error) {
      return error instanceof Unanswered ? error.state : { kind: 'waiting', reason: messageOf(error) };
    }
  }

  #secretHeaders(place: RepositoryPlace): Readonly<Record<string, string>> | undefined {
    const token = this.token.trim();
    return token === '' ? undefined : forgeOf(place).tokenHeaders(token);
  }
}

const BUSY: ReadonlySet<RepositoryState['kind']> = new Set(['listing', 'fetching', 'opening']);

/** How forges say that there is no such thing: 409 is an empty repository, 422 a name that is no commit. */
const NOT_THERE = new Set([404, 409, 410, 422]);

/** Organizations may refuse tokens that lack their login with 403. */
function isRefusal(failure: FetchFailure): boolean {
  if (failure.kind !== 'status') return false;
  return failure.status === 401 || (failure.status === 403 && failure.until === undefined);
}

function excessOf(files: readonly RepositoryFile[]): string | undefined {
  if (files.length > LIMITS.files)
    return `These are more than ${LIMITS.files.toLocaleString('en')} files, which is too much at once.`;
  return (bytesOf(files) ?? 0) > LIMITS.bytes
    ? `These are more than ${LIMITS.bytes / 1_000_000} MB, which is too much at once.`
    : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

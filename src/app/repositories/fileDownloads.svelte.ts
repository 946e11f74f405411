import { forEachAtOnce } from '../../core/async/forEachAtOnce';
import { LIMITS, type RepositoryFile } from '../../core/repositories/repositoryFiles';
import type { FetchFailure, FileToPack, PageFetcher } from '../ports';
import { describeFetchFailure } from '../urls/fetchFailure';

/** Limit on concurrent requests. */
const AT_ONCE = 6;

/** With so many failures one after the other, all other files would fail, too. */
const HOPELESS = 12;

interface Fetching {
  readonly followsRedirects: boolean;
  readonly signal: AbortSignal;
  readonly secretHeaders: Readonly<Record<string, string>> | undefined;
  addressOf(file: RepositoryFile): string;
}

export interface FailedFile {
  readonly file: RepositoryFile;
  readonly reason: string;
  readonly isRedirect: boolean;
}

/** The files that have been fetched. They stay until all of them are there, so that a stop costs nothing. */
export class FileDownloads {
  readonly #fetcher: PageFetcher;
  readonly #contents = new Map<RepositoryFile, Blob>();
  #count = $state(0);
  #bytes = $state(0);
  #failures = $state.raw<readonly FailedFile[]>([]);

  constructor(fetcher: PageFetcher) {
    this.#fetcher = fetcher;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The files that the last fetch could not get. */
  get failures(): readonly FailedFile[] {
    return this.#failures;
  }

  missingOf(files: readonly RepositoryFile[]): readonly RepositoryFile[] {
    return this.#count === 0 ? files : files.filter((file) => !this.#contents.has(file));
  }

  fetchedOf(files: readonly RepositoryFile[]): readonly FileToPack[] {
    return files.flatMap((file) => {
      const content = this.#contents.get(file);
      return content === undefined ? [] : { path: file.path, isExecutable: file.isExecutable, content };
    });
  }

  clear(): void {
    this.#contents.clear();
    [this.#count, this.#bytes, this.#failures] = [0, 0, []];
  }

  /** Resolves to why it stopped before the last file; undefined if the user stopped it, or if it didn't. */
  async fetch(files: readonly RepositoryFile[], options: Fetching): Promise<string | undefined> {
    const failures: FailedFile[] = [];
    const stopping = new AbortController();
    const signal = AbortSignal.any([options.signal, stopping.signal]);
    let [inSuccession, stop]: [number, string | undefined] = [0, undefined];
    this.#failures = [];
    await forEachAtOnce(files, AT_ONCE, async (file) => {
      if (signal.aborted) return;
      const request = { address: options.addressOf(file) };
      const answer = await this.#fetcher.fetch(request, { ...options, signal });
      if (signal.aborted && answer.kind !== 'answer') return;
      if (answer.kind === 'answer') {
        inSuccession = 0;
        if (!options.signal.aborted) stop ??= this.#keep(file, answer.bytes);
      } else {
        failures.push(failed(file, answer));
        inSuccession += 1;
        if (answer.kind === 'failed' && (isLimit(answer.failure) || inSuccession >= HOPELESS))
          stop ??= describeFetchFailure(answer.failure, 'file');
      }
      if (stop !== undefined) stopping.abort();
    });
    if (!signal.aborted) this.#failures = failures;
    return stop;
  }

  /** Returns why no more may be kept. */
  #keep(file: RepositoryFile, bytes: ArrayBuffer): string | undefined {
    this.#contents.set(file, new Blob([bytes]));
    this.#count += 1;
    this.#bytes += bytes.byteLength;
    return this.#bytes > LIMITS.bytes
      ? `The files have more than ${LIMITS.bytes / 1_000_000} MB, which is too much at once.`
      : undefined;
  }
}

function failed(
  file: RepositoryFile,
  answer: { readonly kind: 'redirect' } | { readonly kind: 'failed'; readonly failure: FetchFailure },
): FailedFile {
  return answer.kind === 'redirect'
    ? { file, reason: 'The server redirects to another address.', isRedirect: true }
    : { file, reason: describeFetchFailure(answer.failure, 'file'), isRedirect: false };
}

/** Whether the server takes no more requests for now. */
function isLimit(failure: FetchFailure): boolean {
  return failure.kind === 'status' && (failure.status === 429 || failure.until !== undefined);
}

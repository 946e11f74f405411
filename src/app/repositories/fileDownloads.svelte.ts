import { forEachAtOnce } from '../../core/async/forEachAtOnce';
import { LIMITS, type RepositoryFile } from '../../core/repositories/repositoryFiles';
import type { FetchAnswer, PageFetcher } from '../ports/pages';
import type { FileToPack } from '../ports/repositories';
import { describeFetchFailure } from '../urls/fetchFailure';

/** Limit on concurrent requests. */
const AT_ONCE = 6;

/** After this many failures in succession, all other files would fail, too. */
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
}

/** The files that have been fetched. They stay until all of them are there, so that a stop costs nothing. */
export class FileDownloads {
  readonly #fetcher: PageFetcher;
  readonly #contents = new Map<RepositoryFile, Blob>();
  #count = $state(0);
  #bytes = $state(0);
  #failures = $state.raw<readonly FailedFile[]>([]);
  #meetsRedirect = $state(false);

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

  /** Whether the server has redirected a request, so that the user must decide about the rest. */
  get meetsRedirect(): boolean {
    return this.#meetsRedirect;
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

  /** Forgets all other files. */
  retain(files: readonly RepositoryFile[]): void {
    const retained = new Set(files);
    for (const [file, content] of this.#contents) {
      if (retained.has(file)) continue;
      this.#contents.delete(file);
      this.#count -= 1;
      this.#bytes -= content.size;
    }
    this.#failures = this.#failures.filter(({ file }) => retained.has(file));
  }

  clear(): void {
    this.#contents.clear();
    [this.#count, this.#bytes, this.#failures, this.#meetsRedirect] = [0, 0, [], false];
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
        const reason = reasonOf(answer);
        failures.push({ file, reason });
        if (answer.kind === 'redirect') this.#meetsRedirect = true;
        const effect = effectOf(answer);
        if (effect === 'doubt') inSuccession += 1;
        if (effect === 'stop' || inSuccession >= HOPELESS) stop ??= reason;
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

type Failure = Exclude<FetchAnswer, { readonly kind: 'answer' }>;

function reasonOf(answer: Failure): string {
  return answer.kind === 'redirect'
    ? 'The server redirects to another address.'
    : describeFetchFailure(answer.failure, 'file');
}

/** Whether to go on with the other files after a failure. */
function effectOf(answer: Failure): 'none' | 'doubt' | 'stop' {
  if (answer.kind === 'redirect') return 'stop'; // until the user decides
  const { failure } = answer;
  if (failure.kind === 'large') return 'none';
  if (failure.kind !== 'status') return 'doubt';
  if (failure.status === 404 || failure.status === 410) return 'none';
  return failure.status === 429 || failure.until !== undefined ? 'stop' : 'doubt';
}

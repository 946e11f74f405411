import type { Notice } from '../notify';
import type {
  Endpoint,
  EndpointFailure,
  EndpointOpener,
  EndpointTarget,
  SummaryRequest,
} from '../ports/endpoint';
import type { Storage } from '../ports/storage';
import type { SummarySubject } from '../ports/summaries';
import { loadValue, saveValue } from '../storage/storedValue';
import { ENDPOINT, ENDPOINT_KEY } from './storedEndpoint';

/** Limit on concurrent requests. */
const AT_ONCE = 4;

export type RequestState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string };

interface RequestInRun extends SummaryRequest {
  readonly state: RequestState;
}

export type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'works'; readonly models: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** State of the endpoint page: target, connection test and progress. Sends nothing before the user says so. */
export class EndpointRun {
  readonly #endpoint: Endpoint;
  readonly #opener: EndpointOpener;
  readonly #storage: Storage;
  #target = $state.raw<EndpointTarget>({ address: '', model: '', key: '' });
  #keepsKey = $state(false);
  #about = $state.raw<SummarySubject>('files');
  #requests = $state.raw<readonly RequestInRun[]>([]);
  #test = $state.raw<TestState>({ kind: 'none' });
  #running = $state.raw<AbortController | undefined>();
  #storageFault = $state.raw<string | undefined>();
  #loading: Promise<void> = Promise.resolve();
  #typed: Partial<EndpointTarget> = {};

  constructor(endpoint: Endpoint, opener: EndpointOpener, storage: Storage) {
    this.#endpoint = endpoint;
    this.#opener = opener;
    this.#storage = storage;
  }

  get target(): EndpointTarget {
    return this.#target;
  }

  get keepsKey(): boolean {
    return this.#keepsKey;
  }

  get about(): SummarySubject {
    return this.#about;
  }

  get requests(): readonly RequestInRun[] {
    return this.#requests;
  }

  get test(): TestState {
    return this.#test;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Why the saved target could not be read, or this one not be saved. */
  get storageFault(): string | undefined {
    return this.#storageFault;
  }

  get done(): number {
    return this.#requests.filter(({ state }) => state.kind === 'done' || state.kind === 'failed').length;
  }

  /** The normalized address, or the reason it is refused. */
  get checked(): ReturnType<Endpoint['check']> {
    return this.#endpoint.check(this.#target.address);
  }

  load(): Promise<void> {
    this.#opener.listen(({ about, requests }) => {
      this.#about = about;
      this.#requests = requests.map((request) => ({ ...request, state: { kind: 'waiting' } }));
    });
    this.#loading = this.#load();
    return this.#loading;
  }

  /** Keeps what the user has typed meanwhile. */
  async #load(): Promise<void> {
    const notify = ({ text }: Notice) => (this.#storageFault = text);
    const stored = await loadValue({ storage: this.#storage, notify }, ENDPOINT_KEY, ENDPOINT);
    if (stored === undefined) return;
    const { address, model, key } = stored;
    this.#target = { address, model, key: key ?? '', ...this.#typed };
    this.#keepsKey ||= key !== undefined;
  }

  change(part: Partial<EndpointTarget>): void {
    this.#typed = { ...this.#typed, ...part };
    this.#target = { ...this.#target, ...part };
    this.#test = { kind: 'none' };
    void this.#save();
  }

  keepKey(keeps: boolean): void {
    this.#keepsKey = keeps;
    void this.#save();
  }

  /** Asks the endpoint for its models. */
  async tryOut(): Promise<void> {
    this.#test = { kind: 'running' };
    const target = this.#target;
    const result = await this.#endpoint.models(target, new AbortController().signal);
    if (target !== this.#target) return;
    this.#test =
      result.kind === 'answer'
        ? { kind: 'works', models: result.value }
        : { kind: 'failed', reason: describeFailure(result.failure) };
  }

  /** Sends every request without an answer, four at once. */
  async send(): Promise<void> {
    if (this.running) return;
    const running = new AbortController();
    this.#running = running;
    const waiting = this.#requests.filter(({ state }) => state.kind !== 'done');
    for (const { name } of waiting) this.#mark(name, { kind: 'waiting' });
    const work = async (): Promise<void> => {
      for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
        if (running.signal.aborted) return;
        await this.#ask(request, running.signal);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.#running = undefined;
  }

  cancel(): void {
    this.#running?.abort();
  }

  async #ask({ name, messages }: SummaryRequest, signal: AbortSignal): Promise<void> {
    this.#mark(name, { kind: 'asked' });
    const result = await this.#endpoint.complete(this.#target, messages, signal);
    if (result.kind === 'answer') {
      this.#mark(name, { kind: 'done' });
      this.#opener.tell({ kind: 'answer', name, text: result.value });
    } else if (result.failure.kind === 'stopped') this.#mark(name, { kind: 'waiting' });
    else {
      const reason = describeFailure(result.failure);
      this.#mark(name, { kind: 'failed', reason });
      this.#opener.tell({ kind: 'failed', name, reason });
    }
  }

  #mark(name: string, state: RequestState): void {
    this.#requests = this.#requests.map((request) =>
      request.name === name ? { ...request, state } : request,
    );
  }

  async #save(): Promise<void> {
    await this.#loading;
    const { address, model, key } = this.#target;
    try {
      await saveValue(this.#storage, [ENDPOINT_KEY, ENDPOINT], {
        address,
        model,
        ...(this.#keepsKey && { key }),
      });
      this.#storageFault = undefined;
    } catch (error) {
      this.#storageFault = `Couldn't save the endpoint: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }
}

/** Describes a failure in a sentence, without guessing at causes that browsers hide. */
export function describeFailure(failure: EndpointFailure): string {
  switch (failure.kind) {
    case 'address':
      return `This address can't be used: ${failure.reason}.`;
    case 'unreachable':
      return 'No response. The server may not be running, or the browser blocked the request.';
    case 'cors':
      return `The server responded, but its CORS settings block this page, or it redirected. Allow ${originHere()} in its CORS settings (Ollama: OLLAMA_ORIGINS).`;
    case 'timeout':
      return `No response for ${failure.seconds} seconds.`;
    case 'malformed':
      return `The server responded, but ${failure.reason}.`;
    case 'stopped':
      return 'Stopped.';
    case 'status':
      return describeStatus(failure.status, failure.message);
  }
}

function describeStatus(status: number, message: string): string {
  const said = message === '' ? '' : ` It says: ${message}`;
  switch (status) {
    case 401:
    case 403:
      return `The server rejected the key (${status}).${said}`;
    case 404:
      return `The server doesn't know this address or this model (404).${said}`;
    case 429:
      return `Too many requests (429). Try again later.${said}`;
    default:
      return `The server returned an error (${status}).${said}`;
  }
}

function originHere(): string {
  return globalThis.location.origin;
}

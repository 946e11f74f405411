/** Fetches from public addresses: GET only, without cookies or referrer, and never again on its own. */
import type { FetchAnswer, FetchFailure, PageFetcher } from '../app/ports/pages';
import { LIMITS as FILE_LIMITS } from '../core/repositories/repositoryFiles';
import { watchRequest, type RequestLimits } from './requestWatch';

interface FetchLimits extends RequestLimits {
  readonly bytes: number;
}

const LIMITS: FetchLimits = { silence: 15_000, whole: 60_000, bytes: 2_000_000 };

/** The lists of repositories and their files. */
export const REPOSITORY_LIMITS = {
  list: { silence: 30_000, whole: 180_000, bytes: 32_000_000 },
  file: { silence: 30_000, whole: 180_000, bytes: FILE_LIMITS.file },
} as const satisfies Readonly<Record<string, FetchLimits>>;

export function createPageFetcher(limits: FetchLimits = LIMITS): PageFetcher {
  return {
    async fetch({ address, accept }, { followsRedirects, signal, secretHeaders }) {
      const watch = watchRequest(limits, signal);
      try {
        const response = await fetch(address, {
          method: 'GET',
          headers: { ...(accept !== undefined && { Accept: accept }), ...secretHeaders },
          // A redirect could lead a secret elsewhere.
          redirect: followsRedirects && secretHeaders === undefined ? 'follow' : 'manual',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          signal: watch.signal,
        });
        if (response.type === 'opaqueredirect') return { kind: 'redirect' };
        if (!response.ok) {
          await response.body?.cancel();
          return failed({ kind: 'status', status: response.status, ...limitEnd(response.headers) });
        }
        const bytes = await readBytes(response, watch.heard, limits.bytes);
        if (bytes === undefined) return failed({ kind: 'large', bytes: limits.bytes });
        return { kind: 'answer', address: response.url, bytes };
      } catch {
        if (signal.aborted) return failed({ kind: 'stopped' });
        if (watch.signal.aborted) return failed({ kind: 'timeout' });
        return failed({ kind: 'blocked' });
      } finally {
        watch.end();
      }
    },
  };
}

/** Undefined if the response exceeds the limit; the rest of it is not received then. */
async function readBytes(
  response: Response,
  heard: () => void,
  limit: number,
): Promise<ArrayBuffer | undefined> {
  heard();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let size = 0; ;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return new Blob(chunks).arrayBuffer();
    heard();
    size += value.length;
    if (size > limit) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

/** When the server takes requests again, if it says so and lets this page read it. */
function limitEnd(headers: Headers): { readonly until?: number } {
  const now = Date.now();
  const wait = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(wait)) return { until: now + Number(wait) * 1_000 };
  if (!Number.isNaN(Date.parse(wait))) return { until: Date.parse(wait) };
  const left = headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining');
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? '';
  return left === '0' && /^\d{1,11}$/.test(reset) ? { until: Number(reset) * 1_000 } : {};
}

function failed(failure: FetchFailure): FetchAnswer {
  return { kind: 'failed', failure };
}

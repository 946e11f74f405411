import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

export interface RecordedRequest {
  readonly url: string;
  readonly method: string;
}

/** Records every request that pages of this context and their workers make from now on. */
export function recordRequests(context: BrowserContext): readonly RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  context.on('request', (request) => requests.push({ url: request.url(), method: request.method() }));
  return requests;
}

/**
 * Everything that left the browser according to Chromium's own log: requests of pages, workers and service workers, and
 * UDP. The log is complete only after the browser is closed.
 */
export interface NetworkRecord {
  readonly requests: readonly (RecordedRequest & { readonly initiator: string })[];
  /** Addresses that datagrams went to: STUN, QUIC, the browser's own DNS. */
  readonly datagrams: readonly string[];
}

export async function readNetLog(path: string): Promise<NetworkRecord> {
  const { constants, events } = parseNetLog(await readFile(path, 'utf8'));
  const type = constants.logEventTypes;
  const requests = events
    .filter((event) => event.type === type['URL_REQUEST_START_JOB'] && event.params?.url !== undefined)
    .map(({ params }) => ({
      url: params?.url ?? '',
      method: params?.method ?? 'GET',
      initiator: params?.initiator ?? '',
    }));
  const datagrams = events
    .filter((event) => event.type === type['UDP_CONNECT'] && event.params?.address !== undefined)
    .map(({ params }) => params?.address ?? '');
  return { requests, datagrams };
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly {
    readonly type: number;
    readonly params?: { url?: string; method?: string; initiator?: string; address?: string };
  }[];
}

/** A killed browser leaves the list of events open. */
function parseNetLog(text: string): NetLog {
  try {
    return JSON.parse(text) as NetLog;
  } catch {
    return JSON.parse(`${text.trimEnd().replace(/,$/, '')}]}`) as NetLog;
  }
}

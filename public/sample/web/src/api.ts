/** The service's answers, as docs/api.md describes them. */

export interface Harbour {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Height {
  readonly time: string;
  readonly height: number;
}

export interface Extreme extends Height {
  readonly kind: 'high' | 'low';
}

export interface Tides {
  readonly harbour: string;
  readonly heights: readonly Height[];
  readonly extremes: readonly Extreme[];
}

/** The service said no, in its own words. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function listHarbours(): Promise<Harbour[]> {
  return get('api/harbours');
}

export function loadTides(harbour: string, hours: number, signal: AbortSignal): Promise<Tides> {
  return get(`api/tides/${encodeURIComponent(harbour)}?hours=${hours}`, signal);
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal: signal ?? null });
  const body = await response.json();
  if (!response.ok) throw new ServiceError(response.status, body.error ?? response.statusText);
  return body as T;
}

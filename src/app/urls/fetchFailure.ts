import type { FetchFailure } from '../ports/pages';

/** Describes a failure in a sentence, without guessing at causes that browsers hide. */
export function describeFetchFailure(failure: FetchFailure, what: 'page' | 'file' = 'page'): string {
  switch (failure.kind) {
    case 'blocked':
      return "The site doesn't let other pages read it (CORS), or there was no response. Browsers don't tell which.";
    case 'timeout':
      return 'The site did not respond in time.';
    case 'large':
      return `The ${what} is larger than ${failure.bytes / 1_000_000} MB.`;
    case 'stopped':
      return 'Stopped.';
    case 'status':
      return describeStatus(failure.status, failure.until, what);
  }
}

function describeStatus(status: number, until: number | undefined, what: string): string {
  const end = until === undefined ? '' : ` The limit ends at ${timeOf(until)}.`;
  switch (status) {
    case 401:
      return `The ${what} needs a login (401).`;
    case 403:
      return until === undefined ? 'The site refused the request (403).' : `Too many requests (403).${end}`;
    case 404:
    case 410:
      return `There is no such ${what}, or it is not public (${status}).`;
    case 429:
      return `Too many requests (429).${end || ' Try again later.'}`;
    default:
      return `The site returned an error (${status}).${end}`;
  }
}

/** With the date if it is another day. */
function timeOf(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
    : date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short', hour12: false });
}

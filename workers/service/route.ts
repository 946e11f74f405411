/** How the service worker treats a request; `elsewhere` leaves it to the browser. */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'elsewhere' };

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly isNavigation: boolean;
  readonly hasRange: boolean;
}

const elsewhere: Route = { kind: 'elsewhere' };

/** Handles only whole GET requests for the release's own files below `scope`. */
export function routeOf(asked: AskedFor, scope: string, paths: ReadonlySet<string>): Route {
  if (asked.method !== 'GET' || asked.hasRange) return elsewhere;
  const address = asked.url.split(/[?#]/, 1)[0] ?? '';
  if (!address.startsWith(scope)) return elsewhere;
  const path = decoded(address.slice(scope.length));
  if (path === '' || path === 'index.html')
    return asked.isNavigation ? { kind: 'page' } : { kind: 'file', path: 'index.html' };
  return paths.has(path) ? { kind: 'file', path } : elsewhere;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not a path of the release: none has a stray percent sign.
    return path;
  }
}

/**
 * Reports when a script that is loaded on demand is missing, because another release was deployed or there is no network.
 * https://vite.dev/guide/build#load-error-handling
 */
export function watchMissingParts(onmissing: () => void): void {
  globalThis.addEventListener('vite:preloadError', onmissing);
}

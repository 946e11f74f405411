/**
 * Tells when a script that the page fetches on demand is not there: another release has been put in the place of this
 * one, or there is no network. https://vite.dev/guide/build#load-error-handling
 */
export function watchMissingParts(onmissing: () => void): void {
  globalThis.addEventListener('vite:preloadError', onmissing);
}

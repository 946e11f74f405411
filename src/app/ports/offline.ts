/** How much of the app is stored for use without a network. */
export type OfflineState =
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** All files of a release are stored, so the app starts without a network. */
  | { readonly kind: 'offline-ready' }
  /** A newer release is stored. `apply` switches to it and reloads; without that, it waits for the last tab to close. */
  | { readonly kind: 'update-waiting'; readonly apply: () => void }
  /** A part of this release could not be fetched. `reload` reloads the page. */
  | { readonly kind: 'part-missing'; readonly reload: () => void };

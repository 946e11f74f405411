/** Messages between pages and the service worker, and the parts of a release. Plain data only. */

export interface ReleaseFile {
  /** Relative to the folder that serves the app. */
  readonly path: string;
  /** As in the `integrity` attribute: the browser rejects a file with other bytes. */
  readonly integrity: string;
}

/** All files of a build. The build writes this into the worker. */
export interface Release {
  readonly buildId: string;
  /** Hash of the file list, so that two builds never share a cache. */
  readonly fingerprint: string;
  readonly files: readonly ReleaseFile[];
  /** Headers that every response carries, for hosts that cannot send them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that differ for some files. */
  readonly headersByPath: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type ServiceRequest =
  /** A page says which build it runs and receives, on the transferred port, the worker's build. */
  | { readonly kind: 'introduce'; readonly buildId: string }
  /** The user wants the new release now. */
  | { readonly kind: 'activate' };

export interface Introduction {
  readonly buildId: string;
}

/** What pages and the service worker say to each other, and what a release consists of. Plain data only. */

export interface ReleaseFile {
  /** Relative to the folder the app is served from. */
  readonly path: string;
  /** As in the `integrity` attribute: the browser refuses a file with other bytes. */
  readonly integrity: string;
}

/** Everything one build is made of. The build writes it into the worker. */
export interface Release {
  readonly buildId: string;
  /** Hash of the list of files, so that two builds never share a cache. */
  readonly fingerprint: string;
  readonly files: readonly ReleaseFile[];
  /** Headers every response carries, for hosts that cannot send them. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is different for some files. */
  readonly headersByPath: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type ServiceRequest =
  /** A page says which build it runs and hears, on the port that comes along, which one the worker holds. */
  | { readonly kind: 'introduce'; readonly buildId: string }
  /** The user wants the new release now. */
  | { readonly kind: 'activate' };

export interface Introduction {
  readonly buildId: string;
}

import { ensureBuilt } from '../../.ci/build.mjs';
import { serve } from '../../.ci/serve.mjs';

export interface ServeOptions {
  readonly base?: string;
  readonly port?: number;
  /** A copy of dist/ instead of dist/ itself. */
  readonly folder?: string;
}

export interface ServedDist extends AsyncDisposable {
  /** Address of the app, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Names the folder of a build made earlier in the test run, so that an edit during the run does not change what is
 * tested.
 */
export const BUILT = 'STRATA_DIST';

/** Serves the built app. It is built first if it is missing or older than the sources. */
export async function serveDist(options: ServeOptions = {}): Promise<ServedDist> {
  const built = process.env[BUILT];
  if (built === undefined) ensureBuilt();
  const { url, close } = await serve({ ...(built !== undefined && { folder: built }), ...options });
  return { url, close, [Symbol.asyncDispose]: close };
}

import { ensureBuilt } from '../../../.ci/build.mjs';
import { BUILT } from '../../drive/serveDist';

/** Builds once for all tests. */
export default function globalSetup(): void {
  ensureBuilt();
  process.env[BUILT] = 'yes';
}

import { ensureBuilt } from '../../../.ci/build.mjs';

/** Once for all tests: two workers building at the same time would each serve half of the other's files. */
export default function globalSetup(): void {
  ensureBuilt();
}

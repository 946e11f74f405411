import { fileURLToPath } from 'node:url';

/** Where the bench keeps what it makes; nothing in it is in the repository. */
export const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

import { fileURLToPath } from 'node:url';

/** Folder for the bench's files, all outside the repository. */
export const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

import { fileURLToPath } from 'node:url';

/** Packages whose form for browsers needs a document, which workers don't have. The form for Node needs none. */
const PACKAGES = ['decode-named-character-reference'];

/** For `resolve.alias`. */
export const workerModules = PACKAGES.map((name) => ({
  find: name,
  replacement: fileURLToPath(import.meta.resolve(name)),
}));

// Serves dist/ with Vite's preview server, security headers included.
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} ServedSite
 * @property {string} url address of the app, with a slash at the end
 * @property {() => Promise<void>} close ends all connections
 */

/**
 * @param {{ port?: number, base?: string, folder?: string }} [options] `port` 0 picks any free port, and a port in use
 * gives the next free one; `folder` defaults to dist/
 * @returns {Promise<ServedSite>}
 */
export async function serve({ port = 0, base = '/', folder = 'dist' } = {}) {
  // Imported late, because packages may only just have been installed.
  const { preview } = await import('vite');
  const server = await preview({
    root,
    base,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { host: 'localhost', port, strictPort: false, open: false },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The preview server has no port.');
  return {
    url: `http://localhost:${address.port}${base}`,
    close: () => server.close(),
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer extends AsyncDisposable {
  /** With a slash at the end. */
  readonly address: string;
  /** Method and path of every request. */
  readonly asked: readonly string[];
}

/** A local server of pages; only those that other pages may read send a CORS header. */
export async function servePages(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  { cors = true } = {},
): Promise<PageServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (cors) response.setHeader('Access-Control-Allow-Origin', '*');
    answer(request.url ?? '', response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

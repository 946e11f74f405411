import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

export interface ModelServer extends AsyncDisposable {
  /** Address of its API. */
  readonly address: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A local server with OpenAI's API; `answer` responds to each completion request. */
export async function serveModel(
  answer: (asked: Asked, response: ServerResponse) => void,
  { cors = true, key }: { readonly cors?: boolean; readonly key?: string } = {},
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    if (cors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    }
    if (request.method === 'OPTIONS') return response.end();
    return void bodyOf(request).then((body) => {
      const one = {
        ...{ method: request.method ?? '', path: request.url ?? '', body },
        key: request.headers.authorization,
      };
      asked.push(one);
      if (key !== undefined && one.key !== `Bearer ${key}`) {
        response.writeHead(401).end(JSON.stringify({ error: { message: 'wrong key' } }));
      } else if (one.path === '/v1/models') response.end(JSON.stringify({ data: [{ id: 'small' }] }));
      else answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://localhost:${port}/v1`, asked, close, [Symbol.asyncDispose]: close };
}

/** The response to a completion request. */
export function completion(content: string): string {
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

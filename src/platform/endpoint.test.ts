import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { EndpointTarget } from '../app/ports/endpoint';
import { createEndpoint } from './endpoint';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A local server controlled by the test. */
async function serverWith(handler: Handler) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const target: EndpointTarget = { address: `http://localhost:${port}/v1`, model: 'small', key: 'secret' };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { target, close, [Symbol.asyncDispose]: close };
}

const endpoint = createEndpoint({ silence: 1_500, bytes: 10_000 });
const never = new AbortController().signal;
const messages = [{ role: 'user', content: 'a file' }] as const;
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
const completion = (content: unknown) => ({ choices: [{ message: { content } }] });

describe('an endpoint', () => {
  test('is asked for a completion as the API has it', async () => {
    const seen: { url?: string; authorization?: string; body: string } = { body: '' };
    await using server = await serverWith((request, response) => {
      Object.assign(seen, { url: request.url, authorization: request.headers.authorization });
      request.on('data', (chunk: Buffer) => (seen.body += chunk.toString()));
      request.on('end', () => json(response, completion('About it.')));
    });
    expect(await endpoint.complete(server.target, messages, never)).toEqual({
      kind: 'answer',
      value: 'About it.',
    });
    expect(seen).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' });
    expect(JSON.parse(seen.body)).toEqual({ model: 'small', messages, stream: false });
  });

  test('tells its models, and is sent no key where there is none', async () => {
    let authorization: string | undefined = 'not asked';
    await using server = await serverWith((request, response) => {
      authorization = request.headers.authorization;
      json(response, { data: [{ id: 'small' }, { id: 'large' }] });
    });
    expect(await endpoint.models({ ...server.target, key: '' }, never)).toEqual({
      kind: 'answer',
      value: ['small', 'large'],
    });
    expect(authorization).toBeUndefined();
  });

  const reply =
    (status: number, body: string, headers = {}): Handler =>
    (_, response) =>
      response.writeHead(status, headers).end(body);

  test.each<[string, Handler, object]>([
    [
      '401',
      reply(401, '{"error":{"message":"no such key"}}'),
      { kind: 'status', status: 401, message: 'no such key' },
    ],
    ['500 with HTML', reply(500, '<h1>oops</h1>'), { kind: 'status', status: 500, message: '' }],
    ['half a JSON', reply(200, '{"choices":[{"mess'), { kind: 'malformed' }],
    ['HTML for JSON', reply(200, '<html>Welcome</html>'), { kind: 'malformed' }],
    ['no choices', reply(200, '{"choices":[]}'), { kind: 'malformed' }],
    ['a content that is no text', reply(200, JSON.stringify(completion({ a: 1 }))), { kind: 'malformed' }],
    ['an answer without end', reply(200, 'x'.repeat(20_000)), { kind: 'malformed' }],
    ['silence', () => undefined, { kind: 'timeout' }],
  ])('that answers with %s is told from others', async (_, handler, failure) => {
    await using server = await serverWith(handler);
    expect(await endpoint.complete(server.target, messages, never)).toMatchObject({
      kind: 'failed',
      failure,
    });
  });

  test('that redirects is not followed with a file or a key', async () => {
    const elsewhere: string[] = [];
    await using other = await serverWith((request, response) => {
      elsewhere.push(`${request.method} ${request.headers.authorization ?? 'no key'}`);
      response.end();
    });
    await using server = await serverWith(reply(307, '', { Location: other.target.address }));
    expect((await endpoint.complete(server.target, messages, never)).kind).toBe('failed');
    expect(elsewhere.filter((request) => request !== 'GET no key')).toEqual([]);
  });

  test('may take long, as long as something comes', async () => {
    await using server = await serverWith((_, response) => {
      const pieces = [...JSON.stringify(completion('Slowly.'))];
      const timer = setInterval(() => {
        const piece = pieces.splice(0, 4).join('');
        if (piece === '') {
          clearInterval(timer);
          response.end();
        } else response.write(piece);
      }, 150);
    });
    expect(await endpoint.complete(server.target, messages, never)).toEqual({
      kind: 'answer',
      value: 'Slowly.',
    });
  });

  test('that falls silent in the middle is given up', async () => {
    await using server = await serverWith((_, response) => response.write('{"choices":'));
    expect(await endpoint.complete(server.target, messages, never)).toMatchObject({
      failure: { kind: 'timeout' },
    });
  });

  test('that is not there is unreachable', async () => {
    const server = await serverWith(() => undefined);
    await server.close();
    expect(await endpoint.models(server.target, never)).toMatchObject({ failure: { kind: 'unreachable' } });
  });

  test('is left alone when the user stops', async () => {
    const stop = new AbortController();
    await using server = await serverWith(() => stop.abort());
    expect(await endpoint.complete(server.target, messages, stop.signal)).toMatchObject({
      failure: { kind: 'stopped' },
    });
    expect(await endpoint.complete(server.target, messages, stop.signal)).toMatchObject({
      failure: { kind: 'stopped' },
    });
  });
});

describe('an address', () => {
  test.each([
    ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
    [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['http://192.168.1.20:1234', 'http://192.168.1.20:1234'],
    ['http://[::1]:8080/v1?x=1#y', 'http://[::1]:8080/v1'],
  ])('%s is asked as %s', (written, address) => {
    expect(endpoint.check(written)).toEqual({ kind: 'address', address });
  });

  test.each([
    '',
    'localhost',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pass@example.com/v1',
    'http://example.com/v1',
    'http://localhost.example.com/v1',
    'http://127.0.0.1.example.com/v1',
  ])('%s is refused, and nothing sent', async (address) => {
    expect(endpoint.check(address).kind).toBe('refused');
    const result = await endpoint.complete({ address, model: 'm', key: 'k' }, messages, never);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'address' } });
  });
});

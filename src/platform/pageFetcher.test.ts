import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createPageFetcher } from './pageFetcher';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serverWith(handler: Handler) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/page`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const fetcher = createPageFetcher({ silence: 1_000, whole: 3_000, bytes: 10_000 });
const signal = new AbortController().signal;
const options = { followsRedirects: false, signal };
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

test('a page is requested once, without anything but the address', async () => {
  await using server = await serverWith((_, response) => response.end('text'));
  const answer = await fetcher.fetch({ address: server.address, accept: 'text/x' }, options);
  expect(answer.kind === 'answer' && [answer.address, textOf(answer.bytes)]).toEqual([
    server.address,
    'text',
  ]);
  expect(server.asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/page']]);
  const { cookie, authorization, referer, accept } = server.asked[0]?.headers ?? {};
  expect([cookie, authorization, referer, accept]).toEqual([undefined, undefined, undefined, 'text/x']);
});

const reply =
  (status: number, headers = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end('x');

test.each<[string, Handler, object]>([
  ['404', reply(404), { kind: 'status', status: 404 }],
  ['500', reply(500), { kind: 'status', status: 500 }],
  ['silence', () => undefined, { kind: 'timeout' }],
  ['a stop after the head', (_, response) => response.writeHead(200).write('x'), { kind: 'timeout' }],
  ['a broken connection', (request) => request.socket.destroy(), { kind: 'blocked' }],
])('%s is told from others, after one request', async (_, handler, failure) => {
  await using server = await serverWith(handler);
  const answer = await fetcher.fetch({ address: server.address }, options);
  expect(answer).toEqual({ kind: 'failed', failure });
  expect(server.asked).toHaveLength(1);
});

test.each<[string, object, (now: number) => number]>([
  ['seconds', { 'Retry-After': '90' }, (now) => now + 90_000],
  ['a date', { 'Retry-After': 'Tue, 01 Jan 2030 00:00:00 GMT' }, () => Date.UTC(2030, 0, 1)],
  [
    'the end of a limit',
    { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1900000000' },
    () => 1_900_000_000_000,
  ],
])('a limit says until when, as %s', async (_, headers, expected) => {
  await using server = await serverWith(reply(429, headers));
  const now = Date.now();
  const answer = await fetcher.fetch({ address: server.address }, options);
  const until =
    answer.kind === 'failed' && answer.failure.kind === 'status' ? answer.failure.until : undefined;
  expect(Math.abs((until ?? 0) - expected(now))).toBeLessThan(10_000);
});

test('a page of any size is stopped at the limit', async () => {
  let sent = 0;
  await using server = await serverWith((_, response) => {
    const send = (): void => {
      while (sent < 100_000_000) {
        sent += 100_000;
        if (!response.write(Buffer.alloc(100_000))) break;
      }
      response.once('drain', send);
    };
    send();
  });
  expect(await fetcher.fetch({ address: server.address }, options)).toEqual({
    kind: 'failed',
    failure: { kind: 'large', bytes: 10_000 },
  });
  expect(sent).toBeLessThan(20_000_000);
});

test('a slow page that never ends is stopped when its time is over', async () => {
  await using server = await serverWith((_, response) => {
    const timer = setInterval(() => response.write('.'), 300);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
  expect(await fetcher.fetch({ address: server.address }, options)).toEqual({
    kind: 'failed',
    failure: { kind: 'timeout' },
  });
});

test('the user can stop it', async () => {
  const stopping = new AbortController();
  await using server = await serverWith(() => {
    stopping.abort();
  });
  expect(await fetcher.fetch({ address: server.address }, { ...options, signal: stopping.signal })).toEqual({
    kind: 'failed',
    failure: { kind: 'stopped' },
  });
});

test('redirects are followed only if the user agrees, and name the last address', async () => {
  await using other = await serverWith((_, response) => response.end('moved'));
  await using server = await serverWith((_, response) =>
    response.writeHead(302, { Location: other.address }).end(),
  );
  const answer = await fetcher.fetch({ address: server.address }, { ...options, followsRedirects: true });
  expect(answer.kind === 'answer' && [answer.address, textOf(answer.bytes)]).toEqual([
    other.address,
    'moved',
  ]);
});

test('a secret is sent, but never with a redirect', async () => {
  await using other = await serverWith((_, response) => response.end('moved'));
  await using server = await serverWith((_, response) =>
    response.writeHead(302, { Location: other.address }).end(),
  );
  const secretHeaders = { Authorization: 'Bearer x' };
  const answer = await fetcher.fetch(
    { address: server.address },
    { signal, followsRedirects: true, secretHeaders },
  );
  // Node shows the redirect, which browsers hide.
  expect(answer).toEqual({ kind: 'failed', failure: { kind: 'status', status: 302 } });
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer x']);
  expect(other.asked).toEqual([]);
});

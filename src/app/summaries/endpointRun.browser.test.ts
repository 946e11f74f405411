import { describe, expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { describeFailure, EndpointRun } from './endpointRun.svelte';
import type {
  Endpoint,
  EndpointFailure,
  EndpointMessage,
  EndpointResult,
  SummaryRequests,
} from '../ports/endpoint';
import type { Storage } from '../ports/storage';

const TARGET = { address: 'http://localhost:1/v1', model: 'm', key: 'secret' };
const answer = (value: string): EndpointResult<string> => ({ kind: 'answer', value });
const failed = (failure: EndpointFailure): EndpointResult<never> => ({ kind: 'failed', failure });

/** An endpoint whose requests the test answers one by one. */
class HeldEndpoint implements Endpoint {
  readonly asked: { readonly file: string; readonly signal: AbortSignal }[] = [];
  modelsResult: Promise<EndpointResult<readonly string[]>> = Promise.resolve({
    kind: 'answer',
    value: ['m'],
  });
  readonly #answers: ((result: EndpointResult<string>) => void)[] = [];

  check(address: string): ReturnType<Endpoint['check']> {
    return address === '' ? { kind: 'refused', reason: 'empty' } : { kind: 'address', address };
  }

  models(): Promise<EndpointResult<readonly string[]>> {
    return this.modelsResult;
  }

  complete: Endpoint['complete'] = (_target, messages, signal) => {
    this.asked.push({ file: /\w\.ts/.exec(messages[0]?.content ?? '')?.[0] ?? '', signal });
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  /** Answers the `nth` request, from 0. */
  reply(nth: number, result: EndpointResult<string>): void {
    this.#answers[nth]?.(result);
  }
}

async function runOf(names: readonly string[], storage: Storage = storageInMemory()) {
  const endpoint = new HeldEndpoint();
  const told: EndpointMessage[] = [];
  let deliver: (requests: SummaryRequests) => void = () => undefined;
  const opener = {
    listen: (onrequests: typeof deliver) => (deliver = onrequests),
    tell: (message: EndpointMessage) => told.push(message),
  };
  const run = new EndpointRun(endpoint, opener, storage);
  await run.load();
  deliver({
    about: 'files',
    requests: names.map((name) => ({ name, messages: [{ role: 'user', content: name }] })),
  });
  return { run, endpoint, told, states: () => run.requests.map(({ state }) => state.kind) };
}

describe('sending', () => {
  test('sends four requests at once and the next after each answer, and passes the answers on', async () => {
    const { run, endpoint, told, states } = await runOf(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
    expect(endpoint.asked).toEqual([]);
    const sent = run.send();
    expect(states()).toEqual(['asked', 'asked', 'asked', 'asked', 'waiting']);
    endpoint.reply(1, answer('Of b.'));
    await expect
      .poll(() => endpoint.asked.map(({ file }) => file))
      .toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
    endpoint.reply(0, failed({ kind: 'timeout', seconds: 3 }));
    for (const nth of [2, 3, 4]) endpoint.reply(nth, answer('Of another.'));
    await sent;
    expect(states()).toEqual(['failed', 'done', 'done', 'done', 'done']);
    expect([run.running, run.done]).toEqual([false, 5]);
    expect(told[0]).toEqual({ kind: 'answer', name: 'b.ts', text: 'Of b.' });
    expect(told).toContainEqual({ kind: 'failed', name: 'a.ts', reason: 'No response for 3 seconds.' });
  });

  test('sends only files without an answer again', async () => {
    const { run, endpoint, states } = await runOf(['a.ts', 'b.ts']);
    const first = run.send();
    endpoint.reply(0, answer('Of a.'));
    endpoint.reply(1, failed({ kind: 'unreachable' }));
    await first;
    const second = run.send();
    expect(endpoint.asked.slice(2).map(({ file }) => file)).toEqual(['b.ts']);
    endpoint.reply(2, answer('Of b.'));
    await second;
    expect(states()).toEqual(['done', 'done']);
  });

  test('ends when it is canceled: sends no more requests and reports nothing about the stopped ones', async () => {
    const { run, endpoint, told, states } = await runOf(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
    const sent = run.send();
    run.cancel();
    expect(endpoint.asked.every(({ signal }) => signal.aborted)).toBe(true);
    for (const nth of [0, 1, 2, 3]) endpoint.reply(nth, failed({ kind: 'stopped' }));
    await sent;
    expect(states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect([endpoint.asked.length, told.length, run.running]).toEqual([4, 0, false]);
  });

  test('is under way once', async () => {
    const { run, endpoint } = await runOf(['a.ts']);
    const sent = run.send();
    await run.send();
    expect(endpoint.asked).toHaveLength(1);
    endpoint.reply(0, answer('Of a.'));
    await sent;
  });
});

describe('trying out', () => {
  test('tells the models, or why there is no answer', async () => {
    const { run, endpoint } = await runOf([]);
    await run.tryOut();
    expect(run.test).toEqual({ kind: 'works', models: ['m'] });
    endpoint.modelsResult = Promise.resolve(failed({ kind: 'status', status: 401, message: 'no' }));
    await run.tryOut();
    expect(run.test).toEqual({ kind: 'failed', reason: 'The server rejected the key (401). It says: no' });
  });

  test('is of no worth for an address that was changed meanwhile', async () => {
    const { run } = await runOf([]);
    const tried = run.tryOut();
    run.change({ address: 'http://localhost:2/v1' });
    await tried;
    expect(run.test).toEqual({ kind: 'none' });
  });
});

describe('stored settings', () => {
  test('include the key only if the user wants that', async () => {
    const storage = storageInMemory();
    const first = await runOf([], storage);
    first.run.change(TARGET);
    await expect.poll(() => storage.get('endpoint')).toMatchObject({ model: 'm' });
    const second = await runOf([], storage);
    expect(second.run.target).toEqual({ ...TARGET, key: '' });
    second.run.change({ key: 'secret' });
    second.run.keepKey(true);
    await expect.poll(() => storage.get('endpoint')).toMatchObject({ key: 'secret' });
    const third = await runOf([], storage);
    expect([third.run.target, third.run.keepsKey]).toEqual([TARGET, true]);
    third.run.keepKey(false);
    await expect.poll(async () => JSON.stringify(await storage.entries(''))).not.toContain('secret');
  });
});

test.each([
  [{ kind: 'address', reason: 'it has a password' }, /can't be used: it has a password/],
  [{ kind: 'cors' }, new RegExp(location.origin)],
  [{ kind: 'malformed', reason: 'it is no JSON' }, /it is no JSON/],
  [{ kind: 'status', status: 404, message: '' }, /this model \(404\)\.$/],
  [{ kind: 'status', status: 429, message: '' }, /Too many requests/],
  [{ kind: 'status', status: 500, message: 'oh' }, /\(500\)\. It says: oh$/],
] as const)('%o is said in a sentence', (failure, sentence) => {
  expect(describeFailure(failure)).toMatch(sentence);
});

test('what is typed while the stored endpoint is loaded is kept, and the rest of the endpoint as well', async () => {
  const storage = storageInMemory();
  const opener = { listen: () => undefined, tell: () => undefined };
  const first = new EndpointRun(new HeldEndpoint(), opener, storage);
  first.change({ address: TARGET.address, model: TARGET.model });
  await expect.poll(() => storage.get('endpoint')).toMatchObject({ address: TARGET.address, model: 'm' });
  const run = new EndpointRun(new HeldEndpoint(), opener, storage);
  const loading = run.load();
  run.change({ key: 'typed' });
  run.keepKey(true);
  await loading;
  expect(run.target).toEqual({ ...TARGET, key: 'typed' });
  await expect.poll(() => storage.get('endpoint')).toMatchObject({ ...TARGET, key: 'typed' });
});

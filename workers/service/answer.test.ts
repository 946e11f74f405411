import { expect, test } from 'vitest';
import { answerPage } from './answer';

const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new TypeError('Failed to fetch'));
const gives =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }));
const nothing = () => Promise.resolve(undefined);
const atOnce = () => Promise.resolve();

const textOf = async (answer: Promise<Response>) => (await answer).text();

test('the network goes first', async () => {
  expect(await textOf(answerPage({ network: gives('new'), stored: gives('old'), patience: never }))).toBe(
    'new',
  );
});

test('without a network the stored page is given at once', async () => {
  expect(await textOf(answerPage({ network: fails, stored: gives('old'), patience: never }))).toBe('old');
});

test('a slow network is not waited for', async () => {
  expect(await textOf(answerPage({ network: never, stored: gives('old'), patience: atOnce }))).toBe('old');
});

test.each([302, 404, 503])('a %i is not the page', async (status) => {
  expect(
    await textOf(answerPage({ network: gives('no', status), stored: gives('old'), patience: never })),
  ).toBe('old');
});

test('a slow network is waited for when nothing is stored', async () => {
  let arrive: (response: Response) => void = () => undefined;
  const network = () => new Promise<Response>((resolve) => (arrive = resolve));
  const answer = answerPage({ network, stored: nothing, patience: atOnce });
  arrive(new Response('late'));
  expect(await textOf(answer)).toBe('late');
});

test('with neither, the browser shows its own error', async () => {
  expect((await answerPage({ network: fails, stored: nothing, patience: never })).type).toBe('error');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerPage } from './answer';

const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new TypeError('Failed to fetch'));
const page = (text: string) => `<meta name="application-name" content="Strata" />${text}`;
const gives =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }));
const nothing = () => Promise.resolve(undefined);
const atOnce = () => Promise.resolve();

const textOf = async (answer: Promise<Response>) => (await answer).text();

test('the network goes first', async () => {
  expect(
    await textOf(answerPage({ network: gives(page('new')), stored: gives('old'), patience: never })),
  ).toBe(page('new'));
});

test('without a network the stored page is served immediately', async () => {
  expect(await textOf(answerPage({ network: fails, stored: gives('old'), patience: never }))).toBe('old');
});

test('the stored page does not wait for a slow network', async () => {
  expect(await textOf(answerPage({ network: never, stored: gives('old'), patience: atOnce }))).toBe('old');
});

test.each([302, 404, 503])('a %i is not the page', async (status) => {
  expect(
    await textOf(answerPage({ network: gives(page('no'), status), stored: gives('old'), patience: never })),
  ).toBe('old');
});

test('without a stored page, a slow network is awaited', async () => {
  let arrive: (response: Response) => void = () => undefined;
  const network = () => new Promise<Response>((resolve) => (arrive = resolve));
  const answer = answerPage({ network, stored: nothing, patience: atOnce });
  arrive(new Response(page('late')));
  expect(await textOf(answer)).toBe(page('late'));
});

test('the page of a captive portal does not replace the stored one', async () => {
  const portal = gives('<title>Log in to the guest network</title>');
  expect(await textOf(answerPage({ network: portal, stored: gives('old'), patience: never }))).toBe('old');
});

test('with nothing stored, a captive portal can be seen and answered', async () => {
  const portal = gives('<title>Log in</title>');
  expect(await textOf(answerPage({ network: portal, stored: nothing, patience: never }))).toContain('Log in');
});

test('the page as built is recognized', async () => {
  const built = gives(readFileSync('index.html', 'utf8'));
  expect(await textOf(answerPage({ network: built, stored: gives('old'), patience: never }))).not.toBe('old');
});

test('with neither, the browser shows its own error', async () => {
  expect((await answerPage({ network: fails, stored: nothing, patience: never })).type).toBe('error');
});

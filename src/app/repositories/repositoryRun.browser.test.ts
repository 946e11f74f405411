import { expect, test } from 'vitest';
import type { FetchAnswer, FetchFailure, PageFetcher } from '../ports/pages';
import type { FileToPack } from '../ports/repositories';
import { RepositoryRun } from './repositoryRun.svelte';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RAW = `https://raw.githubusercontent.com/o/n/${COMMIT}/`;

type Options = Parameters<PageFetcher['fetch']>[1];

interface Asked extends Options {
  readonly address: string;
}

function answer(text: string): FetchAnswer {
  return { kind: 'answer', address: '', bytes: new TextEncoder().encode(text).buffer };
}

function failure(failed: FetchFailure): FetchAnswer {
  return { kind: 'failed', failure: failed };
}

/** A page over a GitHub that has these files. `special` answers some requests in another way. */
function opened(
  files: readonly string[],
  special: (
    address: string,
    options: Options,
  ) => FetchAnswer | Promise<FetchAnswer | undefined> | undefined = () => undefined,
) {
  const tree = files.map((path) => ({ path, mode: '100644', sha: COMMIT, size: path.length }));
  const asked: Asked[] = [];
  const fetcher: PageFetcher = {
    async fetch({ address }, options) {
      asked.push({ address, ...options });
      await Promise.resolve();
      if (options.signal.aborted) return failure({ kind: 'stopped' });
      const own = await special(address, options);
      if (own !== undefined) return own;
      if (address.startsWith(RAW)) return answer(address.slice(RAW.length));
      if (address.endsWith('/repos/o/n')) return answer('{"full_name":"o/n","default_branch":"main"}');
      if (address.endsWith('/commits/main')) return answer(COMMIT);
      if (address.includes('/git/trees/')) return answer(JSON.stringify({ truncated: false, tree }));
      return failure({ kind: 'status', status: 422 });
    },
  };
  const given: { readonly name: string; readonly text: string }[] = [];
  let [want, isGone]: [(address: string) => void, boolean] = [() => undefined, false];
  const run = new RepositoryRun({
    ...{ lists: fetcher, files: fetcher },
    opener: {
      listen: (onaddress) => (want = onaddress),
      async give({ name, content }) {
        if (!isGone) given.push({ name, text: await content.text() });
        return !isGone;
      },
    },
    pack: async (packed: Iterable<FileToPack>) => {
      const texts = Array.from(packed, async ({ path, content }) => `${path}=${await content.text()}`);
      return new Blob([(await Promise.all(texts)).join(',')]);
    },
  });
  want('github.com/o/n');
  return {
    ...{ run, asked, given },
    want: (address: string) => {
      want(address);
    },
    rawRequests: () =>
      asked.filter(({ address }) => address.startsWith(RAW)).map(({ address }) => address.slice(RAW.length)),
    leave: (gone = true) => (isGone = gone),
  };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}.txt`);

test('nothing is requested before the user says so, and then only what was said', async () => {
  const { run, asked, given, rawRequests } = opened(['a.txt', 'b.png', 'c.md']);
  expect([run.state.kind, run.hosts?.api, asked]).toEqual(['waiting', 'https://api.github.com', []]);
  expect(run.requests.map(({ address }) => address)).toEqual([
    'https://api.github.com/repos/o/n',
    'https://api.github.com/repos/o/n/commits/DEFAULT-BRANCH',
    'https://api.github.com/repos/o/n/git/trees/COMMIT?recursive=1',
  ]);
  await run.list();
  expect([run.state.kind, run.part?.commit, rawRequests()]).toEqual(['listed', COMMIT, []]);
  expect([run.wanted.length, run.files?.binaries.length]).toEqual([2, 1]);
  await run.fetch();
  expect(run.state.kind).toBe('opened');
  expect(rawRequests()).toEqual(['a.txt', 'c.md']);
  expect(given).toEqual([{ name: 'o-n-main', text: 'a.txt=a.txt,c.md=c.md' }]);
});

test('binaries are fetched if the user wants them', async () => {
  const { run, rawRequests } = opened(['a.txt', 'b.png']);
  await run.list();
  run.setBinaries(true);
  await run.fetch();
  expect(rawRequests()).toEqual(['a.txt', 'b.png']);
});

test('counts and failures are of the wanted files', async () => {
  let isLimited = true;
  const { run, given } = opened(['a.txt', 'b.png', 'c.png', 'd.png'], (address) => {
    if (address.endsWith('/c.png')) return failure({ kind: 'status', status: 404 });
    return isLimited && address.endsWith('/d.png') ? failure({ kind: 'status', status: 429 }) : undefined;
  });
  await run.list();
  run.setBinaries(true);
  await run.fetch();
  isLimited = false;
  await run.fetch();
  expect([run.downloads.count, run.downloads.failures.length]).toEqual([3, 1]);
  run.setBinaries(false);
  expect([run.downloads.count, run.downloads.bytes, run.downloads.failures]).toEqual([1, 5, []]);
  await run.open();
  expect([run.state.kind, given[0]?.text]).toEqual(['opened', 'a.txt=a.txt']);
  run.setBinaries(true);
  expect([run.state.kind, run.missing.length]).toEqual(['listed', 3]);
});

test('files are listed once, so that fetched ones keep their places', async () => {
  const { run, asked } = opened(['a.txt']);
  await run.list();
  await run.list();
  expect(asked).toHaveLength(3);
});

test('the token goes to the API only, and never along a redirect', async () => {
  let moved = true;
  const { run, asked } = opened(['a.txt'], (_, { followsRedirects }) =>
    moved && !followsRedirects ? { kind: 'redirect' } : undefined,
  );
  run.token = ' secret ';
  await run.list();
  expect([run.state.kind, asked.length]).toEqual(['redirected', 1]);
  await run.list({ followsRedirects: true });
  expect(run.state.kind).toBe('listed');
  const secrets = asked.map(({ secretHeaders }) => secretHeaders);
  expect(secrets).toEqual([{ Authorization: 'Bearer secret' }, undefined, undefined, undefined]);
  moved = false;
  await run.fetch();
  expect(asked.slice(4).map(({ address, secretHeaders }) => [address, secretHeaders])).toEqual([
    [`${RAW}a.txt`, undefined],
  ]);
});

test('the token is forgotten if another server is asked for', async () => {
  const { run, want } = opened([]);
  run.token = 'secret';
  want('github.com/o/other');
  expect(run.token).toBe('secret');
  want('codeberg.org/o/n');
  expect(run.token).toBe('');
  run.token = 'secret';
  want('git.example.org/o/n');
  expect(run.token).toBe('');
});

test('a limit stops everything, and the user goes on with what is missing', async () => {
  let isLimited = true;
  const { run, given, rawRequests } = opened(names(40), (address) =>
    isLimited && address.endsWith('/f20.txt')
      ? failure({ kind: 'status', status: 403, until: Date.UTC(2030, 0, 1) })
      : undefined,
  );
  await run.list();
  await run.fetch();
  const { state } = run;
  expect(state.kind === 'listed' && state.reason).toContain('Too many requests (403). The limit ends at');
  const fetched = run.downloads.count;
  expect(fetched).toBeGreaterThanOrEqual(15);
  expect(run.missing).toHaveLength(40 - fetched);
  isLimited = false;
  const before = rawRequests().length;
  await run.fetch();
  expect([run.state.kind, rawRequests().length - before]).toEqual(['opened', 40 - fetched]);
  expect(given[0]?.text.split(',')).toHaveLength(40);
});

test('without a connection, it stops after a few failures', async () => {
  let isOffline = false;
  const { run, rawRequests } = opened(names(200), (address) => {
    isOffline ||= address.endsWith('/f50.txt');
    return isOffline && address.startsWith(RAW) ? failure({ kind: 'blocked' }) : undefined;
  });
  await run.list();
  await run.fetch();
  expect(run.state).toMatchObject({
    kind: 'listed',
    reason: expect.stringContaining('no response') as string,
  });
  expect(rawRequests().length).toBeLessThan(80);
  expect(run.downloads.count).toBeGreaterThan(40);
});

test('single failures are named; the rest can be opened, or tried again', async () => {
  let isBroken = true;
  const { run, given, rawRequests } = opened(['a.txt', 'b.txt', 'c.txt'], (address) =>
    isBroken && address.endsWith('/b.txt') ? failure({ kind: 'status', status: 404 }) : undefined,
  );
  await run.list();
  await run.fetch();
  expect(run.state).toEqual({ kind: 'listed' });
  expect(run.downloads.failures.map(({ file, reason }) => [file.name, reason])).toEqual([
    ['b.txt', 'There is no such file, or it is not public (404).'],
  ]);
  expect(given).toEqual([]);
  await run.open();
  expect(given[0]?.text).toBe('a.txt=a.txt,c.txt=c.txt');
  isBroken = false;
  await run.fetch();
  expect(given[1]?.text).toBe('a.txt=a.txt,b.txt=b.txt,c.txt=c.txt');
  expect(rawRequests()).toEqual(['a.txt', 'b.txt', 'c.txt', 'b.txt']);
});

test('files that are missing or too large do not stop the others', async () => {
  const { run, rawRequests } = opened(names(40), (address) => {
    const at = Number(/f(\d+)\.txt$/.exec(address)?.[1] ?? 40);
    if (at < 15) return failure({ kind: 'status', status: 404, until: 0 });
    return at < 30 ? failure({ kind: 'large', bytes: 5 }) : undefined;
  });
  await run.list();
  await run.fetch();
  expect(run.state).toEqual({ kind: 'listed' });
  expect([run.downloads.count, run.downloads.failures.length, rawRequests().length]).toEqual([10, 30, 40]);
});

test('redirects of files are followed if the user says so, without the token', async () => {
  const { run, asked, given, want } = opened(names(20), (address, { followsRedirects, secretHeaders }) => {
    if (address.includes('/git/commits/')) return answer(JSON.stringify({ sha: COMMIT }));
    if (!address.includes('/raw/')) return undefined;
    return followsRedirects && secretHeaders === undefined ? answer('moved') : { kind: 'redirect' };
  });
  want('codeberg.org/o/n');
  run.token = 'secret';
  await run.list();
  await run.fetch();
  expect(run.state).toEqual({ kind: 'listed', reason: 'The server redirects to another address.' });
  expect(run.downloads.meetsRedirect).toBe(true);
  expect(asked.filter(({ address }) => address.includes('/raw/')).length).toBeLessThan(8);
  await run.fetch({ followsRedirects: true });
  expect([run.state.kind, given[0]?.text.split(',').length]).toEqual(['opened', 20]);
});

test('both steps can be stopped, and another address starts over', async () => {
  let hold: Promise<undefined> | undefined = new Promise<undefined>(() => undefined);
  const stopped = ({ signal }: Options) =>
    new Promise<FetchAnswer>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve(failure({ kind: 'stopped' }));
      });
    });
  const { run, given, want } = opened(
    names(10),
    (_, options) => hold && Promise.race([hold, stopped(options)]),
  );
  const listing = run.list();
  expect(run.state.kind).toBe('listing');
  run.cancel();
  await listing;
  expect(run.state).toEqual({ kind: 'waiting' });
  hold = undefined;
  await run.list();
  hold = new Promise<undefined>(() => undefined);
  const fetching = run.fetch();
  run.cancel();
  await fetching;
  expect([run.state, run.missing.length, run.downloads.failures]).toEqual([{ kind: 'listed' }, 10, []]);
  const again = run.fetch();
  want('github.com/o/other');
  await again;
  expect([run.state, run.files, run.downloads.count, given]).toEqual([{ kind: 'waiting' }, undefined, 0, []]);
});

test('if the app is gone, the files wait for it', async () => {
  const { run, given, want, rawRequests, leave } = opened(['a.txt']);
  leave();
  await run.list();
  await run.fetch();
  expect(run.state).toMatchObject({ kind: 'refused' });
  want('github.com/o/n');
  leave(false);
  await run.open();
  expect([run.state.kind, given.length, rawRequests().length]).toEqual(['opened', 1, 1]);
});

test('a repository that is too large is refused before any of its files', async () => {
  const { run, rawRequests } = opened(names(20_001));
  await run.list();
  expect(run.excess).toContain('more than 20,000 files');
  await run.fetch();
  expect(rawRequests()).toEqual([]);
  run.chooseFolder(' /src/ '.trim());
  expect(run.read).toMatchObject({ place: { at: ['main', 'src'] } });
  expect([run.state.kind, run.files]).toEqual(['waiting', undefined]);
});

test('why there is no list is one line', async () => {
  const malformed = opened([], (address) => (address.endsWith('/n') ? answer('[]') : undefined));
  await malformed.run.list();
  expect(malformed.run.state).toMatchObject({ reason: expect.stringContaining('documents') as string });
});

test.each([401, 403])('a refused token is named (%i), but not for a limit', async (status) => {
  const { run } = opened([], () => failure({ kind: 'status', status }));
  run.token = 'x';
  await run.list();
  expect(run.state).toMatchObject({
    reason: `The server refused the token (${status}). Use another one, or none.`,
  });
  const limited = opened([], () => failure({ kind: 'status', status: 403, until: 0 }));
  limited.run.token = 'x';
  await limited.run.list();
  expect(limited.run.state).toMatchObject({
    reason: expect.stringContaining('Too many requests (403)') as string,
  });
});

import { setTimeout } from 'node:timers/promises';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Browser, BrowserKind } from './browser';

const binary = findMiniBrowser();

/** Drives WebKitGTK's MiniBrowser by WebDriver on an invisible screen. Its driver takes plain HTTP calls. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  missing: missingPart(),
  async launch() {
    const port = await freePort();
    const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
    });
    const end = (): void => {
      if (driver.pid !== undefined) process.kill(-driver.pid);
    };
    try {
      const driverUrl = `http://127.0.0.1:${port}`;
      await whenListening(driverUrl, () => driver.exitCode !== null);
      return await openSession(driverUrl, end);
    } catch (error) {
      end();
      throw error;
    }
  },
};

function missingPart(): string | undefined {
  if (binary === undefined) return 'MiniBrowser of webkit2gtk-driver is not installed';
  const absent = ['WebKitWebDriver', 'xvfb-run'].find(
    (command) => spawnSync('which', [command]).status !== 0,
  );
  return absent && `${absent} is not installed`;
}

function findMiniBrowser(): string | undefined {
  if (!existsSync('/usr/lib')) return undefined;
  return readdirSync('/usr/lib')
    .flatMap((architecture) =>
      ['4.1', '4.0'].map((api) => `/usr/lib/${architecture}/webkit2gtk-${api}/MiniBrowser`),
    )
    .find((path) => existsSync(path));
}

/** WebDriver's key code for Control. */
const CONTROL = '\uE009';

async function openSession(driverUrl: string, end: () => void): Promise<Browser> {
  const options = { binary, args: ['--automation'] };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${driverUrl}/session/${sessionId}`;
  const post = (path: string, body: unknown) => send<unknown>('POST', `${session}/${path}`, body);
  await post('timeouts', { script: 60_000 });
  await post('window/rect', { width: 1280, height: 800 });

  async function elementAt(selector: string): Promise<string> {
    const found = (await post('element', { using: 'css selector', value: selector })) as Record<
      string,
      string
    >; // as the protocol defines it
    return `element/${Object.values(found)[0]}`;
  }
  return {
    async goto(url) {
      await post('url', { url });
    },
    async reload() {
      await post('refresh', {});
    },
    async run<T>(body: string, ...args: readonly unknown[]) {
      const outcome = (await post('execute/async', { script: callWith(body), args })) as Outcome<T>; // returned by callWith
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome.value as T; // a success has a value
    },
    async click(selector) {
      await post(`${await elementAt(selector)}/click`, {});
    },
    async choose(selector, paths) {
      await post(`${await elementAt(selector)}/value`, { text: paths.join('\n') });
    },
    async paste(selector) {
      await post(`${await elementAt(selector)}/click`, {});
      const keys = [
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: 'v' },
        { type: 'keyUp', value: 'v' },
        { type: 'keyUp', value: CONTROL },
      ];
      await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    async screenshot() {
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64');
    },
    async [Symbol.asyncDispose]() {
      await send('DELETE', session).finally(end);
    },
  };
}

interface Outcome<T> {
  readonly value?: T;
  readonly error?: string;
}

/** A WebDriver script that calls an async function with this body and reports its outcome. */
function callWith(body: string): string {
  return `const args = [...arguments];
    const done = args.pop();
    (async (...args) => {${body}})(...args).then(
      (value) => done({ value }),
      (error) => done({ error: String(error) }),
    );`;
}

async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }; // as the protocol defines it
  if (!response.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}

async function whenListening(url: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const response = await fetch(`${url}/status`).catch(() => undefined);
    if (response?.ok === true) return;
    await setTimeout(20);
  }
  throw new Error('WebKitWebDriver ended before it listened.');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

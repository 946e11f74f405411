import { setTimeout } from 'node:timers/promises';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Browser, BrowserKind } from './browser';
import { webDriverBrowser, type CommandName, type CommandParameters } from './webDriver';

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

async function openSession(driverUrl: string, end: () => void): Promise<Browser> {
  const options = { binary, args: ['--automation'] };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${driverUrl}/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: 60_000 });
  await send('POST', `${session}/window/rect`, { width: 1280, height: 800 });
  return webDriverBrowser(
    (name, parameters) => {
      const { method, path } = endpointOf(name, parameters);
      return send(method, `${session}/${path}`, method === 'GET' ? undefined : parameters);
    },
    async () => {
      await send('DELETE', session).finally(end);
    },
  );
}

function endpointOf(name: CommandName, { id }: CommandParameters): { method: string; path: string } {
  switch (name) {
    case 'Navigate':
      return { method: 'POST', path: 'url' };
    case 'Refresh':
      return { method: 'POST', path: 'refresh' };
    case 'ExecuteAsyncScript':
      return { method: 'POST', path: 'execute/async' };
    case 'FindElement':
      return { method: 'POST', path: 'element' };
    case 'ElementClick':
      return { method: 'POST', path: `element/${String(id)}/click` };
    case 'ElementSendKeys':
      return { method: 'POST', path: `element/${String(id)}/value` };
    case 'PerformActions':
      return { method: 'POST', path: 'actions' };
    case 'TakeScreenshot':
      return { method: 'GET', path: 'screenshot' };
  }
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

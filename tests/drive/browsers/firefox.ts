import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserKind } from './browser';
import { webDriverBrowser, type CommandParameters } from './webDriver';

const binary = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/**
 * Drives Firefox by Marionette, its built-in WebDriver. Playwright only drives its own build of Firefox. WebDriver BiDi
 * listens to new workers, and about one page in eight then hangs while a worker starts another one (Firefox 153).
 */
export const firefox: BrowserKind = {
  name: 'Firefox',
  missing: binary === undefined ? 'firefox-esr is not installed' : undefined,
  async launch() {
    const profile = await mkdtemp(join(tmpdir(), 'strata-firefox-'));
    await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n'); // any free port
    const args = ['--marionette', '--headless', '--no-remote', '--width', '1280', '--height', '800'];
    const browser = spawn(binary ?? '', [...args, '--profile', profile], { stdio: 'ignore' });
    const end = async (): Promise<void> => {
      if (browser.exitCode === null && browser.kill('SIGKILL')) await once(browser, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const send = await openMarionette(await portOf(browser, profile));
      await send('WebDriver:NewSession', {});
      await send('WebDriver:SetTimeouts', { script: 60_000 });
      return webDriverBrowser((name, parameters) => send(`WebDriver:${name}`, parameters), end);
    } catch (error) {
      await end();
      throw error;
    }
  },
};

/** Firefox writes the port into its profile once it listens. */
async function portOf(browser: ChildProcess, profile: string): Promise<number> {
  while (browser.exitCode === null) {
    const port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
    if (port !== '') return Number(port);
    await setTimeout(20);
  }
  throw new Error('Firefox ended before it listened.');
}

type Marionette = (command: string, parameters: CommandParameters) => Promise<unknown>;

/** A response: its type, the command's ID, an error, and a result. */
type Response = readonly [1, number, { message: string } | null, { value?: unknown } | null];

async function openMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1');
  const messages = messagesOf(socket);
  await messages.next(); // The server introduces itself.
  let lastId = 0;
  return async (command, parameters) => {
    const message = JSON.stringify([0, (lastId += 1), command, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const { value: text } = await messages.next();
    if (text === undefined) throw new Error(`${command}: Firefox has ended.`);
    const [, , error, result] = JSON.parse(text) as Response; // as the protocol defines it
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result?.value;
  };
}

/** Messages are JSON after their length in bytes and a colon. */
async function* messagesOf(socket: Socket): AsyncGenerator<string, undefined> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]); // The socket has no encoding.
    const colon = received.indexOf(':');
    const end = colon + 1 + Number(received.subarray(0, colon));
    if (colon === -1 || received.length < end) continue;
    yield received.toString('utf8', colon + 1, end);
    received = received.subarray(end);
  }
}

import type { Browser } from './browser';

/** Sends a WebDriver command, named as in the specification, and resolves to the value of its response. */
export type SendCommand = (name: CommandName, parameters: CommandParameters) => Promise<unknown>;

export type CommandName =
  | 'Navigate'
  | 'Refresh'
  | 'ExecuteAsyncScript'
  | 'FindElement'
  | 'ElementClick'
  | 'ElementSendKeys'
  | 'PerformActions'
  | 'TakeScreenshot';

export type CommandParameters = Readonly<Record<string, unknown>>;

/** WebDriver's key code for Control. */
const CONTROL = '\uE009';

/** A browser in a WebDriver session. `end` ends the session and the browser. */
export function webDriverBrowser(send: SendCommand, end: () => Promise<void>): Browser {
  /** The first element's ID. */
  async function find(selector: string): Promise<string> {
    const found = await send('FindElement', { using: 'css selector', value: selector });
    const [id] = Object.values(found as Record<string, string>); // as the protocol defines it
    if (id === undefined) throw new Error(`No element: ${selector}`);
    return id;
  }
  async function click(selector: string): Promise<void> {
    await send('ElementClick', { id: await find(selector) });
  }
  return {
    async goto(url) {
      await send('Navigate', { url });
    },
    async reload() {
      await send('Refresh', {});
    },
    async run<T>(body: string, ...args: readonly unknown[]) {
      const outcome = (await send('ExecuteAsyncScript', { script: callWith(body), args })) as Outcome<T>; // returned by callWith
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome.value as T; // a success has a value
    },
    click,
    async choose(selector, paths) {
      await send('ElementSendKeys', { id: await find(selector), text: paths.join('\n') });
    },
    async paste(selector) {
      await click(selector);
      const keys = [
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: 'v' },
        { type: 'keyUp', value: 'v' },
        { type: 'keyUp', value: CONTROL },
      ];
      await send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    async screenshot() {
      return Buffer.from((await send('TakeScreenshot', {})) as string, 'base64'); // as the protocol defines it
    },
    [Symbol.asyncDispose]: end,
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type ViewportSize } from '@playwright/test';
import { findBrowser } from '../../.ci/browser.mjs';
import { observeLongTasks } from './longTasks';
import { seedProfile, type Grants } from './profile';
import { whenStarted } from './strata';

export interface LaunchOptions {
  /** A folder that outlives this browser; without it a fresh one is made and removed. */
  readonly profile?: string;
  readonly grants?: Partial<Grants>;
  readonly viewport?: ViewportSize;
  readonly headless?: boolean;
  /**
   * `allow`: the app is stored for offline use, as it is for users. In a fresh profile that takes tens of megabytes and half of the
   * processor's time, so it does not happen otherwise.
   */
  readonly serviceWorkers?: 'allow' | 'block';
  /** Where Chromium writes its log of everything that went over the network. Complete only after `close`. */
  readonly netLog?: string;
}

export interface OpenedApp {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly profile: string;
  /** What went wrong in the page: uncaught errors, and what the browser itself complains about. */
  readonly pageErrors: readonly string[];
}

export interface LaunchedApp extends OpenedApp, AsyncDisposable {
  close(): Promise<void>;
}

export interface LaunchedBrowser extends AsyncDisposable {
  /** Opens the app in a new tab, which sees what earlier tabs have stored. */
  open(url: string): Promise<OpenedApp>;
  /** Closes all tabs, and forgets what the app at this address has stored. */
  clear(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Nothing but the app may talk to the network, and no first-run page may cover it. */
const quietArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  // What the browser itself still tries, its sign-in and its updater, ends here. A page's attempt is logged all the same.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
];

const allGranted: Grants = { read: 'granted', write: 'granted', clipboard: 'granted' };

/** Starts Chromium on the app's address with a profile that opens real folders without asking. */
export async function launchApp(url: string, options: LaunchOptions = {}): Promise<LaunchedApp> {
  const browser = await launchBrowser(options);
  const { close } = browser;
  try {
    return { ...(await browser.open(url)), close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts Chromium with a profile that opens real folders without asking. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<LaunchedBrowser> {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'strata-profile-')));
  await seedProfile(profile, { ...allGranted, ...options.grants });
  const context = await launchContext(profile, options);
  await context.addInitScript(observeLongTasks);
  const close = async (): Promise<void> => {
    await context.close();
    if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    close,
    [Symbol.asyncDispose]: close,
    async open(url) {
      const blank = context.pages().find((page) => page.url() === 'about:blank');
      const page = blank ?? (await context.newPage());
      const pageErrors: string[] = [];
      collectErrors(page, pageErrors);
      try {
        await page.goto(url);
        await whenStarted(page);
      } catch (error) {
        throw new Error([String(error), ...pageErrors].join('\n'), { cause: error });
      }
      return { context, page, profile, pageErrors };
    },
    async clear(url) {
      const pages = context.pages();
      // A browser without a tab would end.
      const blank = await context.newPage();
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll();
      const session = await context.newCDPSession(blank);
      const { origin } = new URL(url);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.detach();
    },
  };
}

function launchContext(profile: string, options: LaunchOptions): Promise<BrowserContext> {
  const executablePath = findBrowser();
  const netLog = options.netLog === undefined ? [] : [`--log-net-log=${options.netLog}`];
  return chromium.launchPersistentContext(profile, {
    headless: options.headless ?? true,
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: 'light',
    acceptDownloads: true,
    serviceWorkers: options.serviceWorkers ?? 'block',
    args: [...quietArguments, ...netLog],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

/** The error of a page whose process has ended. */
export const CRASHED = 'the page crashed';

function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('crash', () => errors.push(CRASHED));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
}

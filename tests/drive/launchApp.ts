import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type ViewportSize } from '@playwright/test';
import { findBrowser } from '../../.ci/browser.mjs';
import { observeLongTasks } from './longTasks';
import { seedProfile, type Grants } from './profile';
import { whenStarted } from './strata';

export interface LaunchOptions {
  /** A folder that outlives this browser; by default a fresh one is created and removed. */
  readonly profile?: string;
  readonly grants?: Partial<Grants>;
  readonly viewport?: ViewportSize;
  readonly headless?: boolean;
  /**
   * `allow`: the app is stored for offline use, as for users. In a fresh profile that takes tens of megabytes and half
   * of the processor's time, so it is off by default.
   */
  readonly serviceWorkers?: 'allow' | 'block';
  /** File for Chromium's log of all network traffic, complete only after `close`. */
  readonly netLog?: string;
}

export interface OpenedApp {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly profile: string;
  /** Uncaught errors in the page, and complaints of the browser itself. */
  readonly pageErrors: readonly string[];
}

export interface LaunchedApp extends OpenedApp, AsyncDisposable {
  close(): Promise<void>;
}

export interface LaunchedBrowser extends AsyncDisposable {
  /** Opens the app in a new tab, which sees the data stored by earlier tabs. */
  open(url: string): Promise<OpenedApp>;
  /** Closes all tabs and deletes everything the app at this address has stored. */
  clear(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Only the app may use the network, and no first-run page may cover it. */
const quietArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  // Stops the browser's own attempts (sign-in, updater). A page's attempts are logged nevertheless.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
];

const allGranted: Grants = { read: 'granted', write: 'granted', clipboard: 'granted' };

/** Starts Chromium at the app's address with a profile that opens real folders without asking. */
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
      // A browser without a tab would quit.
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

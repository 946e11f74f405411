import { expect, test, vi } from 'vitest';
import { createPageWindow } from './pageWindow';

test('an address is asked for in a window that is open already, also from before a reload', () => {
  const posted: unknown[] = [];
  // The browser returns the same window for the same name, and does not load its page again.
  const kept = {
    closed: false,
    focus: () => undefined,
    postMessage: (message: unknown) => posted.push(message),
  };
  vi.spyOn(globalThis, 'open').mockReturnValue(kept as unknown as Window); // the page needs no more
  const pageWindow = createPageWindow();
  expect(pageWindow.open('https://a.example', () => undefined)).toBe(true);
  expect(pageWindow.open('https://b.example', () => undefined)).toBe(true);
  expect(globalThis.open).toHaveBeenCalledTimes(1);
  expect(posted).toMatchObject([{ urls: ['https://a.example'] }, { urls: ['https://b.example'] }]);
  vi.restoreAllMocks();
});

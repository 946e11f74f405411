import { afterEach, expect, test, vi } from 'vitest';
import { keyHandler, keysLabel, TypedBoxes } from './keymap';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Presses Alt and a key in an element. Returns whether the command of Alt+Z ran. */
function runs(platform: string, key: string, code: string, target: HTMLElement = document.body): boolean {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const run = vi.fn();
  const handler = keyHandler([{ keys: 'Alt+z', enabled: true, run }], new TypedBoxes());
  if (!target.isConnected) document.body.append(target);
  target.addEventListener('keydown', handler);
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code, altKey: true }));
  target.removeEventListener('keydown', handler);
  return run.mock.calls.length > 0;
}

test('matches a letter with Alt by its key cap; on a Mac by its position, but not in text boxes', () => {
  const box = document.createElement('textarea');
  expect(runs('Win32', 'z', 'KeyZ')).toBe(true);
  expect(runs('Win32', 'z', 'KeyY')).toBe(true); // QWERTZ
  expect(runs('Win32', 'y', 'KeyZ')).toBe(false);
  expect(runs('Win32', 'z', 'KeyZ', box)).toBe(true);
  expect(runs('MacIntel', 'Ω', 'KeyZ')).toBe(true);
  expect(runs('MacIntel', 'ż', 'KeyZ', box)).toBe(false);
  expect(keysLabel('Alt+z')).toBe('Alt+Z');
});

import { expect, test } from 'vitest';
import { createAttempts } from './databaseTimeout';

test('returns a result in time, and the fallback for a failure', async () => {
  const attempt = createAttempts();
  expect(await attempt('none', () => Promise.resolve('found'))).toBe('found');
  expect(await attempt('none', () => Promise.reject(new Error('no database')))).toBe('none');
  expect(await attempt('none', () => Promise.resolve('found again'))).toBe('found again');
});

test('a database that does not answer is asked once', async () => {
  const attempt = createAttempts(1);
  expect(await attempt('none', () => new Promise<string>(() => undefined))).toBe('none');
  expect(await attempt('none', () => Promise.reject(new Error('asked again')))).toBe('none');
  let asked = 0;
  await attempt('none', () => Promise.resolve(String((asked += 1))));
  expect(asked).toBe(0);
});

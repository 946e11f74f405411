import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { responseHeaders } from '../../.ci/vite/securityHeaders.mjs';

test('public/_headers repeats the headers of the preview server for every path', () => {
  expect(headersOf('/*')).toEqual(responseHeaders);
});

test('hashed files may be kept for ever, the service worker never', () => {
  expect(headersOf('/assets/*')['Cache-Control']).toContain('immutable');
  expect(headersOf('/sw.js')['Cache-Control']).toBe('no-cache');
});

/** The format of Netlify and Cloudflare Pages: a path, then its headers, indented. */
function headersOf(path: string): Record<string, string> {
  const blocks = readFileSync('public/_headers', 'utf8').trim().split(/\n\n+/);
  const block = blocks.find((text) => text.startsWith(`${path}\n`));
  if (block === undefined) throw new Error(`_headers says nothing about ${path}`);
  const lines = block.split('\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

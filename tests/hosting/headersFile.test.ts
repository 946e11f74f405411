import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headersByPath, responseHeaders } from '../../.ci/vite/securityHeaders.mjs';

test.each(['/', '/index.html', '/sample/*', '/assets/*', '/sw.js'])(
  'public/_headers repeats the headers of the preview server for %s',
  (path) => {
    // Hosts join the rules for a header, and two policies combine to the stricter of both, so /* must not have one.
    expect({ ...headersOf('/*'), ...headersOf(path) }).toMatchObject(responseHeaders);
    expect(headersOf('/*')['Content-Security-Policy']).toBeUndefined();
  },
);

test.each(['/endpoint', '/endpoint.html'])('and those of the page that may connect, for %s', (path) => {
  expect({ ...headersOf('/*'), ...headersOf(path) }).toEqual({
    ...responseHeaders,
    ...headersByPath['endpoint.html'],
  });
});

test('only that page may connect to anything but its own files', () => {
  expect(responseHeaders['Content-Security-Policy']).toContain("connect-src 'self';");
  expect(Object.keys(headersByPath)).toEqual(['endpoint.html']);
});

test('no other site may embed a file, and no page may use the features that browsers guard', () => {
  expect(responseHeaders['Cross-Origin-Resource-Policy']).toBe('same-origin');
  for (const feature of ['camera', 'geolocation', 'microphone', 'usb'])
    expect(responseHeaders['Permissions-Policy']?.split(', ')).toContain(`${feature}=()`);
});

test('hashed files may be cached forever, the service worker never', () => {
  expect(headersOf('/assets/*')['Cache-Control']).toContain('immutable');
  expect(headersOf('/sw.js')['Cache-Control']).toBe('no-cache');
});

/** Parses the format of Netlify and Cloudflare Pages: a path, then its headers, indented. */
function headersOf(path: string): Record<string, string> {
  const blocks = readFileSync('public/_headers', 'utf8').trim().split(/\n\n+/);
  const block = blocks.find((text) => text.startsWith(`${path}\n`));
  if (block === undefined) throw new Error(`_headers says nothing about ${path}`);
  const lines = block.split('\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

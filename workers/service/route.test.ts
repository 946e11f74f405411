import { describe, expect, test } from 'vitest';
import { routeOf } from './route';

const scope = 'https://host.example/tools/strata/';
const paths = new Set(['index.html', 'assets/main-1a.js', 'sample/server/__init__.py', 'icons/a b.svg']);
const asked = { method: 'GET', isNavigation: false, hasRange: false };

describe('a request', () => {
  test.each([
    ['', true, { kind: 'page' }],
    ['?from=menu#top', true, { kind: 'page' }],
    ['index.html', true, { kind: 'page' }],
    ['index.html', false, { kind: 'file', path: 'index.html' }],
    ['assets/main-1a.js', false, { kind: 'file', path: 'assets/main-1a.js' }],
    ['assets/main-1a.js?v=2', false, { kind: 'file', path: 'assets/main-1a.js' }],
    ['icons/a%20b.svg', false, { kind: 'file', path: 'icons/a b.svg' }],
    ['assets/other-2b.js', false, { kind: 'elsewhere' }],
    ['other-app/', true, { kind: 'elsewhere' }],
    ['100%', false, { kind: 'elsewhere' }],
  ])('for %s (navigation: %s) is %o', (path, isNavigation, route) => {
    expect(routeOf({ ...asked, isNavigation, url: scope + path }, scope, paths)).toEqual(route);
  });

  test.each([
    { url: 'https://host.example/tools/other/index.html' },
    { url: 'https://elsewhere.example/tools/strata/index.html' },
    { url: `${scope}index.html`, method: 'POST' },
    { url: `${scope}assets/main-1a.js`, hasRange: true },
  ])('that is not ours is left alone: %o', (request) => {
    expect(routeOf({ ...asked, ...request }, scope, paths)).toEqual({ kind: 'elsewhere' });
  });
});

import { describe, expect, it } from 'vitest';
import { growth } from '../../../../tests/growth';
import { importsOf } from '../../../../tests/references/resolvedImports';
import { namedPaths } from './ecmascriptPaths';

describe('files that code names by path', () => {
  const files = {
    ...{ 'src/job.ts': '', 'src/pages/a.ts': '', 'src/pages/b.ts': '', 'src/pages/b.test.ts': '' },
    ...{ 'public/sw.js': '', 'lib/help.js': '', 'types/global.d.ts': '', 'src/look.css': '' },
  };
  it.each([
    ['src/x.ts', "new Worker(new URL('./job.ts', import.meta.url), { type: 'module' });", ['src/job.ts']],
    ['src/x.ts', 'const url = new URL("job.ts", import.meta.url);', ['src/job.ts']],
    ['src/x.ts', "new SharedWorker('./job.ts');", ['src/job.ts']],
    ['src/x.ts', "navigator.serviceWorker.register('/sw.js');", ['public/sw.js']],
    ['lib/x.js', 'importScripts("help.js");', ['lib/help.js']],
    ['src/x.ts', '/// <reference path="../types/global.d.ts" />', ['types/global.d.ts']],
    ['src/x.vue', '<style src="./look.css"></style>', ['src/look.css']],
    [
      'src/x.ts',
      "import.meta.glob(['./pages/*.ts', '!./pages/*.test.ts'], { eager: true });",
      ['src/pages/a.ts src/pages/b.ts'],
    ],
    ['src/pages/a.ts', "import.meta.glob<Page>('/src/pages/b*.ts');", ['src/pages/b.ts src/pages/b.test.ts']],
    ['src/x.ts', "// new Worker(new URL('./job.ts', import.meta.url));", []],
    [
      'src/x.ts',
      "new URL('https://example.com/a', import.meta.url); new URL('./job.ts', base);",
      ['<https://example.com/a>'],
    ],
    ['src/x.ts', "new Worker(new URL('./gone.ts', import.meta.url));", ['']],
  ] as const)('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual(expected);
  });
});

describe('aliases of bundlers', () => {
  const files = {
    ...{
      'web/package.json': '{}',
      'web/src/lib/a.ts': '',
      'web/src/ui/b.ts': '',
      'web/shared/c.ts': '',
      'web/models/d.ts': '',
    },
    'web/vite.config.ts': `export default {
      resolve: { alias: { ui: resolve(__dirname, 'src/ui'), '~shared/': fileURLToPath(new URL('./shared', import.meta.url)) } },
    };`,
    'web/svelte.config.js':
      "export default { kit: { alias: { $models: 'models', '$models/*': 'models/*' } } };",
    'other/vite.config.ts':
      "export default { resolve: { alias: [{ find: 'ui', replacement: path.join(__dirname, 'x', 'y') }] } };",
    'other/x/y/b.ts': '',
  };
  it.each([
    ['web/src/x.ts', 'ui/b', 'web/src/ui/b.ts'],
    ['web/src/x.ts', '~shared/c', 'web/shared/c.ts'],
    ['web/src/x.svelte', '$models/d', 'web/models/d.ts'],
    ['web/src/x.svelte', '$lib/a', 'web/src/lib/a.ts'],
    ['other/x.ts', 'ui/b', 'other/x/y/b.ts'],
    ['x.ts', 'ui/b', '<ui/b>'],
    ['web/src/x.ts', 'uikit/b', '<uikit/b>'],
  ])('%s imports %s', async (path, source, to) => {
    const text = `import a from '${source}';`;
    const written = path.endsWith('.svelte') ? `<script>${text}</script>` : text;
    expect(await importsOf(path, { ...files, [path]: written })).toEqual([to]);
  });
});

it('follows inline modules and import maps of pages', async () => {
  const page = `<script type="importmap">{ "imports": { "util": "./js/util.js", "cdn": "https://x/y.js" } }</script>
    <script type="module">import './js/start.js'; import('./js/lazy.js');</script>`;
  const files = { 'index.html': page, 'js/start.js': '', 'js/lazy.js': '', 'js/util.js': '' };
  expect((await importsOf('index.html', files)).toSorted()).toEqual([
    'js/lazy.js',
    'js/start.js',
    'js/util.js',
  ]);
  expect(await importsOf('js/start.js', { ...files, 'js/start.js': "import u from 'util';" })).toEqual([
    'js/util.js',
  ]);
});

it('reads many paths on one line in linear time', () => {
  const run = (size: number) => namedPaths(' '.repeat(size) + "new Worker('./a.js');".repeat(size / 20));
  expect(growth(run, { size: 20_000, factor: 8, limit: 24 })).toBeLessThan(24);
});

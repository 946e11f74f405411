import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileOrName, parseCommandLine } from './commandLine';

test('ticks and unticks keep their order', () => {
  const args = [
    '--folder',
    'x',
    '--tick',
    '**/*.ts',
    '--untick',
    '**/*.test.ts',
    '--tick',
    'a.test.ts',
    '--out',
    'o.md',
  ];
  expect(parseCommandLine(args)).toEqual({
    kind: 'command',
    command: {
      folder: 'x',
      out: 'o.md',
      ticks: [
        { kind: 'tick', glob: '**/*.ts' },
        { kind: 'untick', glob: '**/*.test.ts' },
        { kind: 'tick', glob: 'a.test.ts' },
      ],
    },
  });
});

test('settings for all files are optional, and focus may be repeated', () => {
  const args = [
    ...['--folder', 'x', '--persona', 'worker', '--strategy', 'auto', '--focus', 'a', '--focus', 'b'],
    ...['--preset', 'p.toml', '--export-preset', 'q.json', '--history', 'chat.json', '--system', 's.md'],
    ...['--url-paste', 'b.html', '--url-paste', 'a.md'],
    ...['--prompt', 'ask.md', '--answer', 'said.md', '--compress', '--suggest', '5'],
    ...['--fit', '0', '--focused', 'off', '--fit-selected'],
    ...['--needs', 'a.ts', '--needs', 'b.ts', '--steps', '2', '--edges', 'edges.tsv'],
    ...['--set', 'task=a = b', '--map', 'rest', '--beads', 'on', '--set', 'file_tree=all'],
    ...['--screenshot', 'a.png', '--screenshot', '/tmp/b.png'],
    ...['--layout', 'stable', '--cache-target', '0'],
    ...['--turns', '3', '--between', 'git pull', '--changes-only', '--turns-out', 'turns'],
  ];
  expect(parseCommandLine(args)).toMatchObject({
    kind: 'command',
    command: {
      screenshots: ['a.png', '/tmp/b.png'],
      ...{ persona: 'worker', strategy: 'auto', focus: ['a', 'b'] },
      ...{ preset: 'p.toml', exportPreset: 'q.json', history: 'chat.json', system: 's.md' },
      urlTexts: ['b.html', 'a.md'],
      ...{ prompt: 'ask.md', answer: 'said.md', compress: true, suggest: 5 },
      ...{ needs: { paths: ['a.ts', 'b.ts'], steps: 2 }, edges: 'edges.tsv' },
      ...{ layout: 'stable', cacheTarget: 0, turnsOut: 'turns' },
      turns: { count: 3, between: 'git pull', changesOnly: true },
      fit: { tokens: 0, focused: false, scope: 'selected' },
      settings: [
        { key: 'task', text: 'a = b' },
        { key: 'file_tree', text: 'all' },
        { key: 'symbol_map', text: 'rest' },
        { key: 'beads', text: 'on' },
      ],
    },
  });
});

test.each([
  [[], '--folder is missing'],
  [['--folder', 'x', '--layout', 'spiral'], 'there is no layout "spiral"; known: sections, stable, classic'],
  [['--folder', 'x', '--set', 'task'], '--set wants KEY=VALUE'],
  [['--folder', 'x', '--suggest', 'all'], '--suggest wants a number of files'],
  [['--folder', 'x', '--needs', 'a', '--steps', '0'], '--steps wants a number from 1 to 9'],
  [['--folder', 'x', '--steps', '2'], '--steps needs --needs'],
  [['--folder', 'x', '--fit', '8k'], '--fit wants a number of tokens'],
  [['--folder', 'x', '--fit', '8', '--focused', 'yes'], '--focused wants on or off'],
  [['--folder', 'x', '--focused', 'on'], '--focused needs --fit'],
  [['--folder', 'x', '--fit-selected'], '--fit-selected needs --fit'],
  [['--folder', 'x', '--cache-target', 'all'], '--cache-target wants a number of tokens'],
  [['--folder', 'x', '--turns', '1000'], '--turns wants a number from 1 to 999'],
  [['--folder', 'x', '--between', 'ls'], '--between needs --turns'],
  [['--folder', 'x', '--changes-only'], '--changes-only needs --turns'],
  [['--folder', 'x', '--turns-out', 'd'], '--turns-out needs --turns'],
  [['--folder', 'x', '--turns', '2', '--between='], '--between names no command'],
  [['--folder', 'x', '--turns', '2', '--turns-out='], '--turns-out names no file'],
  [['--folder', 'x', '--preset', ''], '--preset names no file'],
  [['--folder', 'x', '--history='], '--history names no file'],
  [['--folder', 'x', '--answer='], '--answer names no file'],
  [['--folder', 'x', '--url-paste='], '--url-paste names no file'],
  [['--folder', 'x', '--export-preset='], '--export-preset names no file'],
  [['--folder', 'x', '--verbose'], "Unknown option '--verbose'"],
  [['--folder', 'x', 'y'], 'Unexpected argument'],
])('%j is refused', (args, reason) => {
  const parsed = parseCommandLine(args);
  expect(parsed).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) as string });
});

test('a name stays a name even if a folder has it', () => {
  const file = fileURLToPath(import.meta.url);
  const folder = dirname(file);
  expect(fileOrName(folder, basename(file))).toBe(join(folder, basename(file)));
  expect(fileOrName(dirname(folder), basename(folder))).toBe(basename(folder));
  expect(fileOrName(folder, 'review')).toBe('review');
});

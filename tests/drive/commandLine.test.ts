import { expect, test } from 'vitest';
import { parseCommandLine } from './commandLine';

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
      layout: 'sections',
      out: 'o.md',
      ticks: [
        { kind: 'tick', glob: '**/*.ts' },
        { kind: 'untick', glob: '**/*.test.ts' },
        { kind: 'tick', glob: 'a.test.ts' },
      ],
    },
  });
});

test('what all files are shown by is optional, and focus may be given several times', () => {
  const args = [
    ...['--folder', 'x', '--persona', 'worker', '--strategy', 'auto', '--focus', 'a', '--focus', 'b'],
    ...['--preset', 'p.toml', '--export-preset', 'q.json'],
  ];
  expect(parseCommandLine(args)).toMatchObject({
    kind: 'command',
    command: {
      ...{ persona: 'worker', strategy: 'auto', focus: ['a', 'b'] },
      ...{ preset: 'p.toml', exportPreset: 'q.json' },
    },
  });
});

test.each([
  [[], '--folder is missing'],
  [['--folder', 'x', '--layout', 'spiral'], 'there is no layout "spiral"; known: sections'],
  [['--folder', 'x', '--verbose'], "Unknown option '--verbose'"],
  [['--folder', 'x', 'y'], 'Unexpected argument'],
])('%j is refused', (args, reason) => {
  const parsed = parseCommandLine(args);
  expect(parsed).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) as string });
});

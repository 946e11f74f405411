import { expect, test } from 'vitest';
import { parseBench } from './commandLine';

test('without arguments everything is measured, three times', () => {
  expect(parseBench([])).toEqual({
    kind: 'command',
    command: {
      folders: [],
      runs: 3,
      parts: ['floor', 'repomix', 'open', 'find', 'tick', 'copy', 'skeletons', 'counting', 'size'],
      offline: false,
    },
  });
});

test('folders, parts and a file for the figures', () => {
  const args = ['a', '--only', 'open', '--only', 'floor', 'b', '--runs', '5', '--json', 'x.json'];
  expect(parseBench(args)).toMatchObject({
    kind: 'command',
    command: { folders: ['a', 'b'], runs: 5, parts: ['floor', 'open'], json: 'x.json' },
  });
});

test('a check instead of measures', () => {
  expect(parseBench(['--check', 'symbols', 'a'])).toMatchObject({
    command: { folders: ['a'], check: 'symbols' },
  });
});

test.each([
  [['--runs', '0'], '--runs takes'],
  [['--only', 'speed'], 'nothing to measure called speed'],
  [['--profile', 'lunch'], 'no phase called lunch'],
  [['--check', 'mail'], 'no check called mail'],
  [['--check', 'ranking', 'commits.json'], 'takes a list of commits and a folder of clones'],
  [['--verbose'], "Unknown option '--verbose'"],
])('%j is refused', (args, reason) => {
  expect(parseBench(args)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason) as string,
  });
});

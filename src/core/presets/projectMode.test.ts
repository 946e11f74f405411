import { expect, test } from 'vitest';
import { projectUsesBeads } from './projectMode';
import { readProjectFile } from './projectFile';

test.each([
  ['[beads]\nenabled = true', true],
  ['[project]\nexecution_mode = "beads"', true],
  ['mode = "beads"', true],
  ['mode = "native"', false],
  ['mode = "beads"\n[beads]\nenabled = false', false],
  ['mode = "native"\n[project]\nexecution_mode = "beads"', true],
  ['beads = true\nproject = "beads"\nmode = ["beads"]', false],
  ['[beads]\nenabled = "yes"', false],
  ['', false],
])('%j: %j', (text, expected) => {
  expect(readProjectFile(text)).toMatchObject({ usesBeads: expected, ignored: [], refused: [] });
});

test('keys of prototypes say nothing', () => {
  expect(projectUsesBeads({ constructor: { enabled: true } })).toBe(false);
});

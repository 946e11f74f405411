import { describe, expect, it } from 'vitest';
import { nextOutputName } from './numbering';

describe('nextOutputName', () => {
  it.each([
    ['the first', 'proj', [], 'proj_001.md'],
    [
      'one above the highest',
      'proj',
      ['proj_001.md', 'proj_009.md', 'proj_x.md', 'other_050.md'],
      'proj_010.md',
    ],
    ['gaps stay', 'proj', ['proj_007.md', 'proj_002.md'], 'proj_008.md'],
    ['beyond three digits', 'proj', ['proj_999.md'], 'proj_1000.md'],
    ['beyond safe integers', 'proj', ['proj_9007199254740993.md'], 'proj_9007199254740994.md'],
    [
      'other names',
      'proj',
      ['proj_12.md', 'proj_050.md.bak', 'proj_050.txt', 'xproj_050.md', 'proj_-50.md'],
      'proj_001.md',
    ],
    ['literal text', 'a.b*(c)', ['axb*(c)_005.md', 'a.b_(c)_003.md'], 'a.b_(c)_004.md'],
    ['digits in the name', 'v_001', ['v_001_002.md', 'v_001.md'], 'v_001_003.md'],
    ['no way out of the folder', '../x', [], '_x_001.md'],
    ['no name', ' ', [], 'strata_001.md'],
    ['a file system that ignores case', 'proj', ['PROJ_001.md', 'Proj_002.MD'], 'proj_003.md'],
  ])('%s', (_, namespace, existing, name) => {
    expect(nextOutputName(namespace, existing)).toBe(name);
  });
});

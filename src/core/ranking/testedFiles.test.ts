import { describe, expect, it } from 'vitest';
import { ranked, type TestFolder } from '../../../tests/rankedFolder';

/** The source of each test in the folder. */
function pairsIn(folder: TestFolder): Readonly<Record<string, string | undefined>> {
  const files = ranked(folder, 'shared');
  return Object.fromEntries(files.flatMap(({ path, tests }) => (tests === undefined ? [] : [[path, tests]])));
}

describe('testedFiles', () => {
  it.each([
    ['src/mask.ts', 'src/mask.test.ts'],
    ['src/mask.ts', 'tests/mask.spec.ts'],
    ['app/models/mask.rb', 'spec/models/mask_spec.rb'],
    ['mask.go', 'mask_test.go'],
    ['src/mask.py', 'tests/test_mask.py'],
    ['main/Mask.java', 'test/MaskTest.java'],
    ['types/mask.d.ts', 'test/types/mask.test-d.ts'],
    ['lib/index.ts', 'lib/index.test.ts'],
  ])('%s is tested by %s, which has its name', (source, test) => {
    const other = { defines: ['shared'] };
    expect(pairsIn({ 'src/a/other.ts': other, [source]: other, [test]: other })).toEqual({ [test]: source });
  });

  it('prefers the file of the same name in the closest folder', () => {
    const file = { defines: ['shared'] };
    const folder = { 'a/mask.ts': file, 'b/mask.ts': file, 'b/mask.test.ts': file };
    expect(pairsIn(folder)).toEqual({ 'b/mask.test.ts': 'b/mask.ts' });
  });

  it('finds the most likely source that the test uses if no file has its name', () => {
    const folder = {
      'src/other.ts': { defines: ['otherName'] },
      'src/proxy.ts': { defines: ['shared'] },
      'tests/headers.test.ts': { uses: { otherName: 3, shared: 1 } },
      'tests/helper.ts': { defines: ['shared'] },
    };
    expect(pairsIn(folder)).toEqual({ 'tests/headers.test.ts': 'src/proxy.ts' });
  });

  it('does not take an index of another folder, or a file whose name only begins alike', () => {
    const file = { defines: ['shared'] };
    const folder = {
      'a/index.ts': file,
      'b/index.test.ts': file,
      'c/mask.ts': file,
      'c/masked.test.ts': file,
    };
    expect(pairsIn(folder)).toEqual({});
  });
});

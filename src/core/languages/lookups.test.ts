import { expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { dart } from './dart';
import { kotlin } from './kotlin';
import { namesInImport } from './lookups';
import { lua } from './lua';
import { solidity } from './solidity';
import { zig } from './zig';

it.each([
  ['solidity', solidity, (size: number) => `import "${'{'.repeat(size)}`],
  ['kotlin', kotlin, (size: number) => `import ${'a.'.repeat(size)}\u00e9`],
  ['lua', lua, (size: number) => 'require '.repeat(size)],
  ['zig', zig, (size: number) => '@import('.repeat(size)],
  ['dart', dart, (size: number) => `${'show '.repeat(size)}"`],
])('finds names in imports of %s in linear time', (_, { importNames }, statementOf) => {
  const run = (size: number) => namesInImport(statementOf(size), importNames);
  expect(growth(run, { size: 4_000, factor: 4, limit: 12 })).toBeLessThan(12);
});

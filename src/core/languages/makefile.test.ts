import { expect, it } from 'vitest';
import { makefile } from './makefile';

it('reads targets and included files across continued lines', () => {
  const text =
    'include a.mk \\\n  b.mk # and \\\n  nothing else\n\none \\\n  two \\\n  three: four\n\techo\n';
  const { symbols, imports } = makefile.scan(text);
  expect(imports?.map(({ sources }) => sources)).toEqual([['a.mk', 'b.mk']]);
  expect(symbols.map(({ name, body }) => [name, body && text.slice(body.start, body.end)])).toEqual([
    ['one', 'echo'],
    ['two', 'echo'],
    ['three', 'echo'],
  ]);
});

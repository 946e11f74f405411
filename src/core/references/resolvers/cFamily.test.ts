import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  ...{
    'src/a.h': '',
    'src/net/a.h': '',
    'include/lib/b.h': '',
    'deps/x/include/x.h': '',
    'other/x/include/x.h': '',
  },
  ...{ 'compat/string.h': '', 'src/vector': '' },
};

describe('c and c++', () => {
  it.each([
    ['src/m.c', '"a.h"', 'src/a.h'],
    ['src/net/m.cpp', '"a.h"', 'src/net/a.h'],
    ['src/net/m.cpp', '"../a.h"', 'src/a.h'],
    ['src/m.c', '<lib/b.h>', 'include/lib/b.h'],
    ['src/m.c', '"b.h"', 'include/lib/b.h'],
    ['deps/x/src/m.c', '"x.h"', 'deps/x/include/x.h'],
    ['other/x/src/m.c', '<x.h>', 'other/x/include/x.h'],
    ['src/m.c', '<string.h>', '<string.h>'],
    ['compat/m.c', '"string.h"', 'compat/string.h'],
    ['tests/m.cpp', '<vector>', '<vector>'],
    ['src/m.c', '"../../../etc/passwd"', '<../../../etc/passwd>'],
    ['src/m.c', '<constructor>', '<constructor>'],
    ['src/net/a.h', '"a.h"', 'src/a.h'],
  ])('%s includes %s', async (path, source, expected) => {
    expect(await importsOf(path, { ...files, [path]: `#include ${source}\n` })).toEqual([expected]);
  });

  it('finds includes in bodies', async () => {
    const text = 'char *logo = {\n#include "a.h"\n};\n';
    expect(await importsOf('src/m.c', { ...files, 'src/m.c': text })).toEqual(['src/a.h']);
  });
});

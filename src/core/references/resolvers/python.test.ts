import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'pyproject.toml': '',
  ...{
    'src/app/__init__.py': '',
    'src/app/models/__init__.py': '',
    'src/app/models/user.py': '',
    'src/app/tool.py': '',
  },
  ...{
    'src/app/types.py': '',
    'src/space/part/x.py': '',
    'tests/helper.py': '',
    'tests/unit/yaml/data.py': '',
  },
  ...{ 'other/pkg/__init__.py': '', 'other/pkg/mod.pyi': '', 'single.py': '' },
};

const notebook = (lines: readonly string[]): string =>
  JSON.stringify({ cells: [{ cell_type: 'code', source: lines }], metadata: {}, nbformat: 4 }, undefined, 1);

describe('python', () => {
  it('resolves imports of notebooks', async () => {
    const text = notebook(['from app import tool\n', 'import helper']);
    expect(await importsOf('tests/x.ipynb', { ...files, 'tests/x.ipynb': text })).toEqual([
      'src/app/tool.py',
      'tests/helper.py',
    ]);
  });

  it.each([
    ['src/app/main.py', 'import app', ['src/app/__init__.py']],
    ['src/app/main.py', 'import app.models.user as u, os', ['src/app/models/user.py <os>']],
    ['src/app/main.py', 'from app import tool', ['src/app/tool.py']],
    ['src/app/main.py', 'from app import tool, VERSION', ['src/app/__init__.py src/app/tool.py']],
    ['src/app/main.py', 'from app.models import *', ['src/app/models/__init__.py']],
    ['src/app/main.py', 'from app.missing import x', ['']],
    ['src/app/main.py', 'import types', ['<types>']],
    ['src/app/main.py', 'from . import types as t', ['src/app/types.py']],
    [
      'src/app/main.py',
      'from .models import (\n  user,  # one, two\n  User)',
      ['src/app/models/__init__.py src/app/models/user.py'],
    ],
    ['src/app/models/role.py', 'from ..tool import run', ['src/app/tool.py']],
    ['src/app/models/role.py', 'from ..... import run', ['']],
    ['src/app/main.py', 'from space.part import x', ['src/space/part/x.py']],
    ['src/app/main.py', 'import space.part.x', ['src/space/part/x.py']],
    ['tests/test_a.py', 'import helper', ['tests/helper.py']],
    ['tests/test_a.py', 'import single, app.tool', ['single.py src/app/tool.py']],
    ['tests/test_a.py', 'from pkg import mod', ['other/pkg/mod.pyi']],
    ['tests/unit/test_a.py', 'import yaml', ['<yaml>']],
    ['tests/test_a.py', 'import constructor', ['<constructor>']],
    [
      'tests/test_a.py',
      'def f():\n    from app import tool  # late\n    import helper\n',
      ['src/app/tool.py', 'tests/helper.py'],
    ],
    ['tests/test_a.py', 'def f():\n    """\n    import helper\n    """\n', []],
  ] as const)('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'src/Store.cs': 'namespace App.Data;\npublic class Store<T> { class Inner {} }',
  'src/Index.cs': 'namespace App.Data { enum Index { A } }',
  'src/Deep.cs': 'namespace App { namespace Deep { struct D {} } class Loose {} }',
  'src/Global.cs': 'class Global {}',
};

describe('c#', () => {
  it.each([
    ['using App.Data;', ['src/Index.cs src/Store.cs']],
    ['using App.Deep;', ['src/Deep.cs']],
    ['using static App.Data.Store;\nusing I = App.Data.Index;', ['src/Store.cs', 'src/Index.cs']],
    ['using S = global::App.Data.Store<int>;', ['src/Store.cs']],
    ['using System.Linq;\nusing constructor;', ['<System.Linq>', '<constructor>']],
    ['namespace App.Web { using Data; }', ['src/Index.cs src/Store.cs']],
  ] as const)('%s', async (text, expected) => {
    const found = await importsOf('X.cs', { ...files, 'X.cs': text });
    expect(found.map((each) => each.split(' ').toSorted().join(' '))).toEqual(expected);
  });
});

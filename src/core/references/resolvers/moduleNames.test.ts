import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

describe('languages whose files declare their modules', () => {
  const files = {
    'lib/store.ex': 'defmodule App.Store do\n  defmodule Row do\n  end\nend',
    'lib/web.ex': 'defmodule AppWeb do\nend',
    'lib/size.ex': 'defprotocol App.Size do\nend',
    'lib/app.ex': 'defmodule App do\nend',
    'src/Data/Store.hs': '-- module Old where\nmodule Data.Store (open) where\n',
    'test/Data/Store.hs': 'module Data.Store where\n',
    'src/Top.hs': '{- |\n> module Main where\n\nmodule Old where\n-}\nmodule\n  Top (x) where\n',
    'src/Lined.hs': '-- uses {- here\nmodule Lined where\n',
    'src/Told.lhs': 'A story.\n\n> module Told where\n',
  };
  it.each([
    [
      'x.ex',
      'defmodule X do\n  alias App.{Store, Missing}\nend',
      ['lib/store.ex <App.Missing>', 'lib/store.ex'],
    ],
    [
      'x.ex',
      'defmodule X do\n  alias App.Store.Row, as: R\n  use AppWeb, :view\nend',
      ['lib/store.ex', 'lib/web.ex', 'lib/store.ex lib/web.ex'],
    ],
    [
      'x.ex',
      'defmodule X do\n  import Ecto.Query\n  def f, do: App.Store.open()\nend',
      ['<Ecto.Query>', 'lib/store.ex'],
    ],
    [
      'x.ex',
      'defmodule X do\n  alias App.{Store, Size}\n  alias AppWeb, as: W\n  def f, do: {Store.Row.get(), App.Missing.g()}\nend',
      ['lib/store.ex lib/size.ex', 'lib/web.ex', 'lib/store.ex lib/size.ex lib/web.ex'],
    ],
    ['x.ex', 'defmodule X do\n  def f, do: App.get()\n  def g, do: AppWeb\nend', ['lib/app.ex lib/web.ex']],
    [
      'x.ex',
      'defmodule X do\n  @doc """\n  App.Size\n  """\n  def f, do: [?", "AppWeb", ~S|AppWeb|, %App.Store{}] # AppWeb\n  defmodule App do\n  end\n  def g, do: App\nend',
      ['lib/store.ex'],
    ],
    [
      'src/X.hs',
      'module X where\nimport qualified Data.Store as S\nimport Data.Map (Map)\n',
      ['src/Data/Store.hs <Data.Map>'],
    ],
    ['test/X.hs', 'import Data.Store\n', ['test/Data/Store.hs']],
    ['src/X.hs', 'module X where\nimport Top\nimport Told\n', ['src/Top.hs src/Told.lhs']],
    ['src/X.hs', 'module X where\nimport Lined\n', ['src/Lined.hs']],
  ] as const)('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual(expected);
  });
});

describe('ocaml', () => {
  const files = {
    'lib/dune': '(library\n (public_name app.core)\n (name core))',
    ...{
      'lib/core.ml': '',
      'lib/store.ml': '',
      'lib/store.mli': '',
      'lib/list.ml': '',
      'bin/dune': '(executable (name main))',
      'bin/cli.ml': '',
    },
  };
  it.each([
    ['lib/index.ml', 'let f = Store.read 1', ['lib/store.ml lib/store.mli']],
    [
      'bin/main.ml',
      'open Core\nlet f = Store.read (Cli.args ())',
      ['lib/core.ml', 'lib/store.ml lib/store.mli bin/cli.ml'],
    ],
    ['bin/main.ml', 'module S = Core.Store', ['lib/store.ml lib/store.mli']],
    ['bin/main.ml', 'let f = List.map Some', ['']],
    ['bin/main.ml', 'open Unix\n(* Cli.f *) let s = "Cli.f"', ['<Unix>']],
    ['lib/index.ml', 'module Store = struct end\nlet f = Store.read 1', []],
    ['lib/index.ml', 'module Store = Store\nlet f = Store.read 1', ['lib/store.ml lib/store.mli']],
    ['lib/index.ml', "let q = '\"' let f = Store.read '\"'", ['lib/store.ml lib/store.mli']],
    ['lib/index.ml', 'module Make (S : Store.S) = struct end', ['lib/store.ml lib/store.mli']],
    ['lib/index.ml', 'module S = Store\nmodule Store = S', ['lib/store.ml lib/store.mli']],
    [
      'lib/index.ml',
      '(* A long comment *)\nopen Store\nmodule Store = struct end',
      ['lib/store.ml lib/store.mli'],
    ],
  ] as const)('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual(expected);
  });
});

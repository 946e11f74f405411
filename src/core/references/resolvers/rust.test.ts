import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'Cargo.toml': '[workspace]\nmembers = ["core", "app"]\n',
  'core/Cargo.toml': '[package]\nname = "my-core"\n',
  'core/src/lib.rs':
    'pub mod store;\nmod util;\n#[path = "odd/place.rs"]\nmod placed;\nmod inline { pub mod deep; }\npub use store::Store;',
  ...{
    'core/src/store/mod.rs': 'mod index;\npub struct Store;',
    'core/src/store/index.rs': 'pub struct Index;',
  },
  ...{
    'core/src/util.rs': 'pub mod text;',
    'core/src/util/text.rs': '',
    'core/src/odd/place.rs': '',
    'core/src/inline/deep.rs': '',
  },
  'app/Cargo.toml':
    '[package]\nname = "app"\n[dependencies]\nrenamed = { path = "../core", package = "my-core" }\n',
  ...{ 'app/src/main.rs': 'mod cli;', 'app/src/cli.rs': '', 'app/tests/it.rs': '', 'app/src/lib.rs': '' },
};

describe('rust', () => {
  it('finds declared modules', async () => {
    expect(await importsOf('core/src/lib.rs', files)).toEqual([
      'core/src/store/mod.rs',
      'core/src/store/mod.rs',
      'core/src/util.rs',
      'core/src/odd/place.rs',
      'core/src/inline/deep.rs',
    ]);
  });

  it('finds modules in macros', async () => {
    const text = `cfg_a! {\n    mod a;\n    cfg_b! {\n        pub(crate) mod b;\n    }\n}
feature! {\n    #![unix]\n    mod c;\n    #[path = "odd/place.rs"]\n    mod d;\n}\n// mod e;\n`;
    const modules = ['a', 'b', 'c', 'e', 'odd/place'];
    const folder = Object.fromEntries(modules.map((name) => [`src/${name}.rs`, '']));
    const found = await importsOf('src/lib.rs', { ...folder, 'src/lib.rs': text });
    expect(found.toSorted()).toEqual(['src/a.rs', 'src/b.rs', 'src/c.rs', 'src/odd/place.rs']);
  });

  it.each([
    ['core/src/util/text.rs', 'use crate::store::index::Index;', ['core/src/store/index.rs']],
    ['core/src/util/text.rs', 'use crate::Store;', ['core/src/lib.rs']],
    ['core/src/util/text.rs', 'use super::x;', ['core/src/util.rs']],
    ['core/src/util/text.rs', 'use super::super::store as s;', ['core/src/store/mod.rs']],
    ['core/src/store/index.rs', 'use self::x;\nuse super::*;', ['', 'core/src/store/mod.rs']],
    [
      'core/src/store/index.rs',
      'mod tests { use super::*; use super::super::Store; }',
      ['', 'core/src/store/mod.rs'],
    ],
    ['core/src/util/text.rs', 'use std::io;', ['<std::io>']],
    [
      'core/src/util/text.rs',
      'use serde::{Serialize, de::{self, Visitor}};',
      ['<serde::Serialize> <serde::de>', '<serde::Serialize> <serde::de::Visitor> <serde::de>'],
    ],
    [
      'core/src/util/text.rs',
      'use crate::{inline::{deep::{A}}, util};',
      ['core/src/lib.rs core/src/util.rs', 'core/src/inline/deep.rs core/src/util.rs'],
    ],
    ['core/src/util/text.rs', 'fn f() {\n    use crate::placed::P;\n}', ['core/src/odd/place.rs']],
    ['app/src/cli.rs', 'use my_core::store::Store;', ['core/src/store/mod.rs']],
    ['app/src/cli.rs', 'use renamed::{store, Store};', ['core/src/lib.rs core/src/store/mod.rs']],
    [
      'app/src/cli.rs',
      'fn f() { my_core::store::open(); crate::run(); std::mem::take(x) } // my_core::util::x',
      ['app/src/main.rs core/src/store/mod.rs'],
    ],
    ['app/tests/it.rs', 'use app::x;', ['app/src/lib.rs']],
    ['app/tests/it.rs', 'use constructor::x;\nuse super::super::super::y;', ['<constructor::x>', '']],
  ] as const)('%s: %s', async (path, text, expected) => {
    const found = await importsOf(path, { ...files, [path]: text });
    expect(found.map((each) => each.split(' ').toSorted().join(' '))).toEqual(expected);
  });
});

it('links included files, and none that only a build makes', async () => {
  const files = {
    'a/Cargo.toml': '[package]\nname = "a"',
    'a/src/g.rs': '',
    'a/n.txt': '',
    'a/src/b.bin': '',
  };
  const text = `include!("g.rs");
#![doc = include_str!("../n.txt")]
const B: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/b.bin"));
// include!("g.rs");
include!(concat!(env!("OUT_DIR"), "/g.rs"));
`;
  const found = (await importsOf('a/src/lib.rs', { ...files, 'a/src/lib.rs': text })).filter(
    (each) => each !== '',
  );
  expect(found).toEqual(['a/src/g.rs', 'a/n.txt', 'a/src/b.bin']);
});

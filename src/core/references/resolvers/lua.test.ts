import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  ...{
    'a/store.lua': '',
    'a/tools/json.lua': '',
    'b/json.lua': '',
    'a/net/init.lua': '',
    'spec/lua/mock.lua': '',
  },
  'a-1.0-1.rockspec':
    'build = { modules = {\n  ["a.store"] = "a/store.lua",\n  ["a.net"] = "a/net/init.lua",\n  jsonx = "b/json.lua",\n} }\n-- ["a.tools.json"] = "a/tools/json.lua"',
};

describe('lua', () => {
  it.each([
    ['x.lua', 'local s = require("a.store")', 'a/store.lua'],
    ['x.lua', 'return function()\n  return require "a.store".open()\nend', 'a/store.lua'],
    ['x.lua', 'local ok, s = f(pcall(require, "a.store"))', 'a/store.lua'],
    ['x.lua', 'f(require("a.store"), "--") -- require("a.tools.json")', 'a/store.lua'],
    ['x.lua', 'local t = [[ require("a.store") ]]\n--[==[\n require("a.store") ]] ]==]', undefined],
    ['x.lua', 'local t = "\\"require \'a.store\'"', undefined],
    // The end of the name is not known.
    ['x.lua', 'local s = require("a.store" .. n)', undefined],
    [
      'x.lua',
      'return function(n)\n  return require("a.store"..n), pcall(require, "a.store" .. n)\nend',
      undefined,
    ],
    ['x.lua', 'local s = require("a.store") .. n', 'a/store.lua'],
    // A rockspec's name for a file rules out shorter ones.
    ['x.lua', 'local j = require("jsonx")', 'b/json.lua'],
    ['a/x.lua', 'local s = require("store")', '<store>'],
    ['x.lua', 'local s = require("a.net.init")', 'a/net/init.lua'],
    // A plain name is a library unless the file is on the way up or in a usual folder.
    ['x.lua', 'local j = require("json")', '<json>'],
    ['a/tools/x.lua', 'local j = require("json")', 'a/tools/json.lua'],
    ['x.lua', 'local m = require("mock")', 'spec/lua/mock.lua'],
  ] as const)('%s: %s', async (path, text, expected) => {
    const wanted = expected === undefined ? [] : [expected];
    expect(await importsOf(path, { ...files, [path]: text })).toEqual(wanted);
  });

  it.each([
    ['modules = { tool = "src/tool/init.lua" },', 'src/tool/init.lua'],
    ['', 'tool/init.lua'],
  ])('does not take installed scripts for modules: %s', async (modules, expected) => {
    const folder = {
      ...{ 'bin/tool.lua': '', 'src/tool/init.lua': '', 'tool/init.lua': '' },
      'tool-1.rockspec': `build = { ${modules} install = { bin = {\n  tool = "bin/tool.lua" } } }`,
      'spec/x.lua': 'local t = require("tool")',
    };
    expect(await importsOf('spec/x.lua', folder)).toEqual([expected]);
  });
});

import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

describe('languages that name files by path', () => {
  const files = {
    ...{
      'src/store.lua': '',
      'src/store/init.lua': '',
      'src/net/http.lua': '',
      'scripts/lib.sh': '',
      'src/c.zig': '',
      'lib/m.zig': '',
    },
    ...{ 'native/CMakeLists.txt': '', 'cmake/Tools.cmake': '', 'tools/lib.ps1': '' },
    'build.zig': [
      'const m = b.addModule("m", .{ .root_source_file = b.path("lib/m.zig") });',
      'exe.root_module.addAnonymousImport("anonymous", .{ .root_source_file = b.path("src/c.zig") });',
      'const made = b.createModule(.{\n  .target = target,\n  .root_source_file = b.path("src/c.zig"),\n});',
      'exe.root_module.addImport("added", modules.made);',
      'const exe = b.addExecutable(.{ .imports = &.{ .{ .name = "listed", .module = m } } });',
      'exe.root_module.addImport("outer", b.dependency("outer", .{}).module("outer"));',
    ].join('\n'),
    ...{
      'proto/a/b.proto': '',
      'src/styles/_colors.scss': '',
      'src/styles/list/_index.scss': '',
      'src/x.css': '',
    },
    ...{ 'remappings.txt': '@oz/=lib/oz/contracts/\n', 'lib/oz/contracts/T.sol': '', 'src/U.sol': '' },
  };
  it.each([
    ['src/x.lua', 'local s = require("store")', 'src/store.lua'],
    ['main.lua', 'require "net.http"', 'src/net/http.lua'],
    ['main.lua', 'dofile("src/store.lua")', 'src/store.lua'],
    ['main.lua', 'local s = require("socket")', '<socket>'],
    ['src/x.zig', 'const c = @import("c.zig");', 'src/c.zig'],
    ['src/x.zig', 'const m = @import("m");', 'lib/m.zig'],
    ['src/x.zig', 'const m = @import("anonymous");', 'src/c.zig'],
    ['src/x.zig', 'const m = @import("added");', 'src/c.zig'],
    ['src/x.zig', 'const m = @import("listed");', 'lib/m.zig'],
    ['src/x.zig', 'const m = @import("outer");', '<outer>'],
    ['src/x.zig', 'const std = @import("std");', '<std>'],
    ['src/x.zig', 'fn f() void {\n    _ = @import("../lib/m.zig");\n}', 'lib/m.zig'],
    ['scripts/x.sh', 'source ./lib.sh', 'scripts/lib.sh'],
    ['bin/x.sh', '. "$ROOT/scripts/lib.sh"', 'scripts/lib.sh'],
    ['bin/x.sh', 'source ../../etc/passwd', '<../../etc/passwd>'],
    ['CMakeLists.txt', 'add_subdirectory(native)', 'native/CMakeLists.txt'],
    ['native/CMakeLists.txt', 'include(cmake/Tools)', 'cmake/Tools.cmake'],
    ['index.html', '<script type="module" src="/src/x.css"></script>', 'src/x.css'],
    ['tools/x.ps1', '. $PSScriptRoot\\lib.ps1', 'tools/lib.ps1'],
    ['services/x.proto', 'syntax = "proto3";\nimport "a/b.proto";', 'proto/a/b.proto'],
    [
      'services/x.proto',
      'syntax = "proto3";\nimport "google/protobuf/any.proto";',
      '<google/protobuf/any.proto>',
    ],
    ['src/styles/x.scss', '@use "colors";', 'src/styles/_colors.scss'],
    ['src/pages/x.scss', '@import "styles/list";', 'src/styles/list/_index.scss'],
    ['src/pages/x.scss', "@use 'sass:map';", '<sass:map>'],
    ['src/pages/x.css', '@import url("../x.css");', 'src/x.css'],
    ['src/pages/x.css', '@import url("https://a.b/c.css");', '<https://a.b/c.css>'],
    [
      'src/pages/X.svelte',
      '<style lang="scss">\n@use "../styles/colors";\n</style>',
      'src/styles/_colors.scss',
    ],
    ['src/X.sol', 'import "./U.sol";', 'src/U.sol'],
    ['src/X.sol', 'import {T} from "@oz/T.sol";', 'lib/oz/contracts/T.sol'],
    ['test/X.sol', 'import "src/U.sol";', 'src/U.sol'],
    ['test/X.sol', 'import "@other/U.sol";', '<@other/U.sol>'],
  ])('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual([expected]);
  });
});

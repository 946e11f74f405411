import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'pkgs/a/pubspec.yaml': '# The package.\nname: "a"\n',
  ...{
    'pkgs/a/lib/a.dart': "library a.main;\npart 'src/p.dart';",
    'pkgs/a/lib/src/p.dart': '',
    'pkgs/a/lib/src/io.dart': '',
  },
};

describe('dart', () => {
  it.each([
    ["import 'package:a/a.dart' as a;", 'pkgs/a/lib/a.dart'],
    ["import '../a.dart' show A;", 'pkgs/a/lib/a.dart'],
    ["export 'p.dart' if (dart.library.io) 'io.dart';", 'pkgs/a/lib/src/p.dart pkgs/a/lib/src/io.dart'],
    ["part of '../a.dart';", 'pkgs/a/lib/a.dart'],
    ["@TestOn('vm')\nimport 'io.dart';", 'pkgs/a/lib/src/io.dart'],
    ['part of a.main;', 'pkgs/a/lib/a.dart'],
    ["import 'package:a/none.dart';", ''],
    ["import 'dart:io';", '<dart:io>'],
    ["import 'package:constructor/a.dart';", '<package:constructor/a.dart>'],
  ])('%s', async (text, expected) => {
    const path = 'pkgs/a/lib/src/x.dart';
    expect(await importsOf(path, { ...files, [path]: text })).toEqual([expected]);
  });
});

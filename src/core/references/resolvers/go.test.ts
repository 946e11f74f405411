import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'go.mod':
    'module example.com/app // the app\n\ngo 1.22\n\nreplace (\n\texample.com/lib v1.2.3 => ./third/lib\n\tgithub.com/x => github.com/y v1.0.0\n)\nreplace example.com/out => ../../out\n',
  ...{ 'main.go': 'package main', 'store/a.go': 'package store', 'store/b_linux.go': 'package store' },
  ...{
    'store/a_test.go': 'package store',
    'store/gen.go': '//go:build ignore\n\npackage main',
    'store/sub/c.go': 'package sub',
  },
  'third/lib/go.mod': 'module "example.com/forked"\n',
  ...{ 'third/lib/l.go': 'package lib', 'vendor/github.com/z/z.go': 'package z' },
  ...{ 'tools/go.mod': 'module example.com/app/tools', 'tools/lint/t.go': 'package lint' },
};

describe('go', () => {
  it.each([
    ['"example.com/app/store"', 'store/a.go store/b_linux.go'],
    ['"example.com/app/store/sub"', 'store/sub/c.go'],
    ['alias "example.com/app"', 'main.go'],
    ['"example.com/lib"', 'third/lib/l.go'],
    ['"example.com/forked"', 'third/lib/l.go'],
    ['"example.com/app/tools/lint"', 'tools/lint/t.go'],
    ['_ "github.com/z"', 'vendor/github.com/z/z.go'],
    ['"example.com/app/none"', ''],
    ['"example.com/apple"', '<example.com/apple>'],
    ['"fmt"', '<fmt>'],
    ['("fmt"; s "example.com/app/store/sub")', 'store/sub/c.go <fmt>'],
    ['"../store/sub"', 'store/sub/c.go'],
    ['"../../out"', ''],
  ])('import %s', async (source, expected) => {
    const text = `package x\n\nimport ${source}\n`;
    expect(await importsOf('cmd/x.go', { ...files, 'cmd/x.go': text })).toEqual([expected]);
  });
});

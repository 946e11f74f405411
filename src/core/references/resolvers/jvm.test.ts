import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'java/a/b/Store.java': 'package a.b;\npublic class Store { static class Inner {} }',
  'java/a/b/Index.java': 'package a.b;\nclass Index {}',
  'java/a/c/Deep.java': '/* license */ package a.c;\nclass Deep {}',
  'jvm/k/Util.kt':
    '@file:JvmName("U")\npackage k.util\nfun <T> List<T>.second() = this[1]\nval LIMIT = 1\ntypealias Id = Int',
  'native/k/Util.kt': 'package k.util\nfun <T> List<T>.second() = this[1]',
  'scala/s.scala': 'package org.s\npackage inner\nclass Shape\nobject Shapes',
  'scala/package.scala': 'package org.s\npackage object tools {\n  object Hammer\n}',
  'project/Boiler.scala': 'object Boiler {\n  val text = """\n    package org.s.made\n  """\n}',
  'build.sbt': 'lazy val java = project\nlazy val org = project',
  'Main.java': 'class Main {}',
};

describe('jvm', () => {
  it.each([
    ['X.java', 'import a.b.Store;', ['java/a/b/Store.java']],
    ['X.java', 'import a.b.Store.Inner;', ['java/a/b/Store.java']],
    [
      'X.java',
      'import static a.b.Store.open;\nimport static a.b.Store.*;',
      ['java/a/b/Store.java', 'java/a/b/Store.java'],
    ],
    ['X.java', 'import a.b.*;', ['java/a/b/Index.java java/a/b/Store.java']],
    [
      'X.java',
      'import java.util.List;\nimport constructor.__proto__;',
      ['<java.util.List>', '<constructor.__proto__>'],
    ],
    ['X.java', 'import a.b.Missing;', ['']],
    [
      'jvm/x/X.kt',
      'import k.util.second\nimport k.util.LIMIT\nimport k.util.Id as I',
      ['jvm/k/Util.kt', 'jvm/k/Util.kt', 'jvm/k/Util.kt'],
    ],
    [
      'native/x/X.kt',
      'import k.util.second\nimport k.util.*',
      ['native/k/Util.kt', 'jvm/k/Util.kt native/k/Util.kt'],
    ],
    [
      'jvm/x/X.kt',
      'import a.b.Store\nimport kotlin.io.path.*',
      ['java/a/b/Store.java', '<kotlin.io.path.*>'],
    ],
    ['X.scala', 'import org.s.inner.{Shape => S, Shapes}', ['scala/s.scala']],
    [
      'X.scala',
      'import org.s.inner._\nimport a.b.{Store, _}',
      ['scala/s.scala', 'java/a/b/Index.java java/a/b/Store.java'],
    ],
    ['X.scala', 'package org.s\nimport inner.Shape', ['scala/s.scala']],
    [
      'X.scala',
      'import org.s.tools.Hammer\nimport org.s.tools.*',
      ['scala/package.scala', 'scala/package.scala'],
    ],
    ['X.scala', 'import org.s.inner\nimport inner.Shape', ['scala/s.scala', '<inner.Shape>']],
    ['X.scala', 'import org.s.made._', ['']],
    ['X.scala', 'import java.util.List\nimport org.junit.Test', ['<java.util.List>', '<org.junit.Test>']],
  ] as const)('%s: %s', async (path, text, expected) => {
    const found = await importsOf(path, { ...files, [path]: text });
    expect(found.map((each) => each.split(' ').toSorted().join(' '))).toEqual(expected);
  });
});

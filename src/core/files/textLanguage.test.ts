import { describe, expect, it } from 'vitest';
import { parseRepoPath } from './repoPath';
import { languageOfLines, languageOfText } from './textLanguage';

function idOf(name: string, text: string): string {
  const parsed = parseRepoPath(name);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return languageOfText(parsed.path, text).id;
}

describe('languageOfText', () => {
  it.each([
    ['#!/bin/sh', 'bash'],
    ['#!/usr/bin/env bash', 'bash'],
    ['#! /usr/bin/env -S FOO=1 BAR=2 bash -e', 'bash'],
    ['#!/usr/bin/env zsh', 'zsh'],
    ['#!/usr/bin/python3.11 -u', 'python'],
    ['#!/usr/bin/env -S uv run --script', 'python'],
    ['#!/usr/bin/env -S deno run --allow-read', 'typescript'],
    ['#!/usr/bin/env -Snode --harmony', 'javascript'],
    ['#!/usr/bin/ruby -w', 'ruby'],
    ['#!/usr/bin/env Rscript', 'r'],
    ['#!/usr/local/bin/perl5.36.0', 'perl'],
    ['#!C:/Program/python.exe', 'python'],
    ['#!/usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3', 'python'],
    ['#!/opt/unheard-of', 'text'],
    ['#!', 'text'],
    [' #!/bin/sh', 'text'],
  ])('%j is %s', (line, id) => {
    expect(idOf('bin/deploy', `${line}\n`)).toBe(id);
    expect(idOf('deploy.py', `${line}\n`)).toBe('python');
  });

  it.each([
    ['a.m', 'function y = scale(x)\n% Scales.\ny = 2 * x;\nend\n', 'matlab'],
    ['a.m', '#import "Store.h"\n@implementation Store\n@end\n', 'objectivec'],
    ['a.m', '(* ::Package:: *)\nf[x_] := x\n', 'wolfram'],
    ['a.pl', ':- module(a, [b/1]).\nb(X) :- c(X).\n', 'prolog'],
    ['a.pl', 'use strict;\nmy $a = "x:- y";\n', 'perl'],
    ['a.t', 'use v6;\nsay 1;\n', 'raku'],
    ['de.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1"/>\n', 'xml'],
    ['a.ts', 'const a = <T>(b: T) => b;\n', 'typescript'],
    ['a.h', '#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n', 'objectivec'],
    ['a.h', '#include <vector>\n', 'cpp'],
    ['a.h', '#include <stdio.h>\nint f(void);\n', 'c'],
    ['a.h', '#include <QtCore/QList>\n', 'cpp'],
    ['a.h', 'struct A {\n  int b;\n  A() { b = 0; }\n  bool operator==(int c);\n};\n', 'cpp'],
    ['a.h', 'int count(const Text &text);\n', 'cpp'],
    ['a.h', 'struct A : public B {\n  int c;\n};\n', 'cpp'],
    ['a.h', 'struct A {\n  virtual int count() = 0;\n};\n', 'cpp'],
    ['a.h', 'struct A {\n  List<Face> faces;\n};\n', 'cpp'],
    ['a.h', 'std::string name();\n', 'cpp'],
    ['a.h', 'enum class A { B };\n', 'cpp'],
    ['a.h', 'struct A {\n  int count() const;\n};\n', 'cpp'],
    ['a.h', '#ifdef __cplusplus\n#define AS(a) static_cast<int>(a)\n#endif\n', 'c'],
    ['a.h', '/*\n  virtual memory (see mm)\n * A::b(const C &d)\n */\nint a(const int *b);\n', 'c'],
    ['a.h', 'int a = b < c && d > e;\nint f(int a, int b)\n{\n  return ~b & (a & b);\n}\n', 'c'],
    ['a.h', 'struct a {\n  unsigned b : 3;\n};\n', 'c'],
    ['a.cls', 'public with sharing class A {\n}\n', 'apex'],
    ['a.cls', '\\NeedsTeXFormat{LaTeX2e}\n', 'latex'],
    ['a.cls', 'VERSION 1.0 CLASS\n', 'vb'],
    ['a.v', 'Theorem a : True.\nProof. exact I. Qed.\n', 'coq'],
    ['a.v', 'module a(input b);\nendmodule\n', 'verilog'],
    ['a.d', 'build/a.o: a.c a.h\n', 'makefile'],
    ['a.d', 'module a;\nimport std.stdio;\n', 'd'],
    ['a.fs', ': square dup * ;\n', 'forth'],
    ['a.fs', 'module A\nlet b = 1\n', 'fsharp'],
    ['a.pro', 'QT += core\nSOURCES = a.cpp\n', 'qmake'],
    ['a.pp', 'program A;\nbegin\nend.\n', 'pascal'],
    ['.prettierrc', '# style\nsemi: false\n', 'yaml'],
    ['.prettierrc', '{ "semi": false }\n', 'json'],
    ['a.inc', '<?php\n', 'php'],
  ])('%s with %j is %s', (name, text, id) => expect(idOf(name, text)).toBe(id));
});

it('is the same by the lines of a file as by its text', () => {
  const lines = [...Array<string>(1_200).fill('//'), 'class A {', 'public:', '};'];
  const parsed = parseRepoPath('a.h');
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  expect(languageOfLines(parsed.path, lines).id).toBe('cpp');
  expect(languageOfText(parsed.path, lines.join('\n')).id).toBe('cpp');
});

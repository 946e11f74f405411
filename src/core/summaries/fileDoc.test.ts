import { describe, expect, it } from 'vitest';
import { testFactsReader } from '../../../tests/languages/wasmFiles';
import { fileDoc } from './fileDoc';
import { summarize } from './summarize';

const reader = testFactsReader();

async function docOf(language: string, text: string): Promise<string | undefined> {
  const outcome = await reader.factsOf(text, language);
  return fileDoc(language, text, outcome.kind === 'facts' ? outcome.facts : undefined);
}

const MIT = [
  'Copyright (c) 2020 Somebody',
  '',
  'Permission is hereby granted, free of charge, to any person.',
];
const slashes = MIT.map((line) => `// ${line}\n`).join('');
const hashes = MIT.map((line) => `# ${line}\n`).join('');
const stars = `/*\n${MIT.map((line) => ` * ${line}\n`).join('')} */\n`;

describe('fileDoc', () => {
  it.each([
    [
      'rust',
      `${slashes}\n#![allow(x)]\n//! Reads files. And more.\n//!\n//! Really.\nuse a::b;\nfn f() {}\n`,
    ],
    ['rust', '//! Reads files.\n\n/// Of f.\nfn f() {}\n'],
    ['zig', '//! Reads files.\nconst std = @import("std");\n'],
    [
      'python',
      `#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n${hashes}\n"""Reads files. And more."""\nimport os\n`,
    ],
    ['python', 'r"""\nReads files.\n\nMore.\n"""\n'],
    ['python', "'''Reads files.'''\n"],
    ['go', `${slashes}\n//go:build linux\n\n// Reads files. And more.\npackage main\n`],
    ['go', '/*\nReads files.\n*/\npackage main\n'],
    [
      'javascript',
      `${stars}\n/**\n * @file Reads files. And more.\n * @author Me\n */\nimport a from 'a';\n`,
    ],
    ['javascript', '/* eslint-disable no-console */\n/**\n * @fileoverview Reads files.\n */\n\nf();\n'],
    ['typescript', '/**\n * Reads files.\n * @module\n */\nexport function f() {}\n'],
    ['typescript', '/**\n * @module reader\n * @description Reads files.\n */\nexport const a = 1;\n'],
    ['typescript', '#!/usr/bin/env node\n// @ts-check\n/** Reads files. */\nimport a from "a";\n'],
    ['typescript', '/// <reference types="x" />\n// Reads files.\n\nexport const a = 1;\n'],
    ['tsx', "'use client';\n\n/* Reads files. */\n\nexport const a = 1;\n"],
    ['java', `${stars}\n/* Reads files. */\npackage a;\nclass A {}\n`],
    ['kotlin', `${stars}// Reads files.\npackage a\nclass A\n`],
    ['c', '/* a.c -- Reads files. And more.\n *\n * Copyright (c) 2020 Somebody\n */\n#include "a.h"\n'],
    [
      'c',
      '/*\n * Copyright (c) 2020 Somebody\n */\n\n#ifndef A_H\n#define A_H\n\n/* Reads files. */\n\nint f(void);\n',
    ],
    ['c', '/* a.c -- Reads files.\n * Copyright (c) 2020 Somebody\n */\n#include "a.h"\n'],
    ['cpp', '/**\n * \\file a.cpp\n * \\brief Reads files.\n * \\author Me\n */\n#include <a>\n'],
    ['cpp', '/** @file\n * @copyright Somebody\n * @brief Reads files.\n */\nint f();\n'],
    [
      'csharp',
      '\ufeff#region License\n// Copyright (c) 2007 A\n#endregion\n\n// Reads files.\n\nusing System;\nclass A {}\n',
    ],
    ['haskell', '{-# LANGUAGE X #-}\n{- Copyright 2020 A -}\n-- | Reads files. And more.\nmodule A where\n'],
    [
      'haskell',
      '{-|\nModule      : A\nDescription : Reads files.\nCopyright   : (c) A\n-}\nmodule A where\n',
    ],
    ['ocaml', '(* Copyright A *)\n\n(** Reads files. And more. *)\n\nopen A\nlet f x = x\n'],
    ['ocaml-interface', '(** Reads files. *)\n\nval f : int -> int\n'],
    ['elixir', 'defmodule A do\n  @moduledoc """\n  Reads files.\n\n  More.\n  """\n  def f, do: 1\nend\n'],
    ['ruby', '#!/usr/bin/env ruby\n# frozen_string_literal: true\n\n# Reads files.\n\nrequire "a"\n'],
    ['perl', 'package A;\n\n=head1 NAME\n\nReads files.\n\n=cut\n'],
    ['perl', '#!/usr/bin/perl\n# Reads files.\nuse strict;\n'],
    ['bash', '#!/bin/sh\n# Reads files. And more.\nset -e\n'],
    ['bash', '#!/bin/bash\n#\n# Reads files.\n#\n# shellcheck disable=SC1090\nx=1\n'],
    ['php', '<?php\n\n/*\n * This file is part of A.\n */\n\n/**\n * Reads files.\n */\n\nnamespace A;\n'],
    ['php', '<?php declare(strict_types=1);\n// Reads files.\nnamespace A;\n'],
    [
      'swift',
      '//\n//  A.swift\n//  Project\n//\n//  Created by A on 1/1/20.\n//\n\n// Reads files.\n\nimport B\n',
    ],
    ['dart', '// Copyright (c) 2020. All rights reserved.\n\n/// Reads files. And more.\nlibrary;\n'],
    ['lua', '--[[\nReads files.\n]]\n\nlocal a = 1\n'],
    ['lua', '--- Reads files.\n-- @module a\nlocal a = {}\n'],
    ['sql', '-- Reads files.\n\nCREATE TABLE a (b int);\n'],
    ['scala', `${stars}\n/* Reads files. */\n\npackage a\n`],
    ['powershell', '#Requires -Version 5\n<#\nReads files.\n#>\n\nfunction f {}\n'],
    ['protobuf', '// Reads files.\nsyntax = "proto3";\n'],
    ['makefile', '# Reads files.\n\nall:\n\techo\n'],
    ['yaml', '# Reads files.\n\na: 1\n'],
  ])('is the first sentence a file says of itself: %s %j', async (language, text) => {
    expect(await docOf(language, text)).toBe('Reads files.');
  });

  it.each([
    'Import helpers for CSV files.',
    'Export filters for reports.',
    'Language detection for files.',
    'Global state of the app.',
    'Stack based virtual machine.',
    'Prettier output for tables.',
    'ESLint rules for this repository.',
    'Todo lists and their items.',
    'Nullable reference helpers.',
    'License checker for packages.',
    'Collects the licenses of all dependencies.',
    'Validates license keys on startup.',
  ])('may begin with a word that directives begin with too: %s', async (sentence) => {
    expect(await docOf('python', `"""${sentence}"""\nimport os\n`)).toBe(sentence);
  });

  it.each([
    ['rust', `${slashes}fn f() {}\n`],
    ['rust', '/// Reads files.\nfn f() {}\n'],
    ['javascript', `${stars}import a from 'a';\n`],
    ['javascript', '/** Reads files. */\nexport function f() {}\n'],
    ['javascript', '/* eslint-disable no-console */\n\nf();\n'],
    ['javascript', '// prettier-ignore\n\nf();\n'],
    ['typescript', '// Code generated by a tool. DO NOT EDIT.\n\nexport const a = 1;\n'],
    ['go', '// Code generated by protoc-gen-go. DO NOT EDIT.\n\npackage a\n'],
    ['python', '#!/usr/bin/env python\n# vim: set ts=4:\n# pylint: disable=all\n\nimport os\n'],
    ['python', `${hashes}\nimport os\n`],
    ['python', '# This file was automatically generated by a tool.\n\nimport os\n'],
    ['c', '/* Copyright A */\n#include <a.h>\n'],
    ['swift', '//\n//  A.swift\n//\n//  Copyright (c) 2014 A\n//\n\nimport B\n'],
    ['bash', '#!/bin/bash\n\n# Sets x.\nx=1\n'],
    ['elixir', 'defmodule A do\n  @moduledoc false\nend\n'],
    ['kotlin', '// SPDX-License-Identifier: MIT\n\npackage a\n'],
    ['go', '// Use of this source code is governed by a license\n// that can be found here.\n\npackage a\n'],
    ['python', '"""Licensed under the Apache License, Version 2.0."""\nimport os\n'],
    ['python', '"""Released under the terms of the MIT\nlicense."""\nimport os\n'],
    ['javascript', '/* The MIT License (MIT) */\n\nf();\n'],
    ['javascript', '/*! a.js v1.2, see the LICENSE file */\n\nf();\n'],
    ['python', ''],
  ])(
    'is never a license, a directive, a banner or the doc of a declaration: %s %j',
    async (language, text) => {
      expect(await docOf(language, text)).toBeUndefined();
    },
  );

  it('comes first in a summary, without its secrets', () => {
    const token = `${'gh'}p_${'a1B2c3D4e5F6'.repeat(3)}`;
    const text = `# Uses ${token}.\n\nputs 1\n`;
    expect(summarize({ languageName: 'Ruby', text, facts: undefined }).split('\n', 2)).toEqual([
      'Uses •••.',
      'Ruby, 3 lines',
    ]);
  });

  it('hides the values of secret names in a file that is not code', () => {
    const text = '# Staging login: admin with password: hunter2 for now.\n\na: 1\n';
    expect(summarize({ languageName: 'YAML', text, facts: undefined })).not.toContain('hunter2');
  });
});

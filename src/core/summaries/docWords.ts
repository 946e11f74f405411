/** Extracts what the comment at the head of a file says about it, ignoring licenses, directives and banners. */
import { firstSentence } from './sentence';

/** The phrases of a license header. The word alone may be what a file is about: `License checker for packages.` */
const LICENSE = new RegExp(
  [
    'copyright',
    'SPDX',
    'all rights reserved',
    'permission is hereby granted',
    '©',
    String.raw`\(c\) ?\d{4}`,
    'public domain',
    'redistribut',
    'warrant(?:y|ies)',
    'this file is part of',
    'free software',
    'use of this source',
    String.raw`licen[cs]ed\s+(?:under|to)\b`,
    String.raw`licen[cs]e\s*[:=,]`,
    String.raw`licen[cs]e\s+(?:agreement|file|terms|text|information|details|version|v?\d|as published|that can be)`,
    String.raw`(?:compliance with|terms of|copy of|see|under)\s+(?:\S+\s+){0,6}licen[cs]e`,
    String.raw`\b(?:MIT|\w?GPL|BSD|ISC|MPL|Apache|Mozilla|Public|Boost|Commons|Foundation|Artistic|Expat|zlib)(?:[\s-]+[\w.]+){0,3}[\s-]+licen[cs]e`,
    '^(?:the )?licen[cs]e$',
  ].join('|'),
  'im',
);

/** Case-sensitive, as tools spell their directives: `Import helpers` and `ESLint rules` are ordinary sentences. */
const DIRECTIVES = {
  editors: /-\*-|ex:|[Vv]im?:|(?:[Ee]n)?[Cc]oding[:=]|#?region\b|#?endregion/,
  linters: /(?:es|js|ts|style|html|sql|go|ht|kt|swift|ansible-|md|markdown)lint\b|(?:js)?hint\b|globals?\b/,
  coverage: /istanbul|c8 |v8 |nocov/,
  spelling: /cspell|spell-?checker|codespell/,
  web: /prettier\b|biome\b|deno-|@?ts-|@flow|@noflow|@jest|@vitest|@jsx|@babel|@preserve|jscs|webpack|sourceMappingURL/,
  modules: /export |import |requires -/,
  xml: /<reference|<auto-/,
  go: /nolint|go:|\+build/,
  python: /pylint|flake8|noqa|mypy:|pyright:|type: ?ignore|isort|fmt: |ruff:|yapf/,
  ruby: /frozen_string_literal|rubocop|standard:|typed:|warn_indent|shareable_constant/,
  swift: /swiftformat|swift-tools-version/,
  jvm: /detekt|checkstyle|@formatter/,
  c: /pragma\b|clang-|cppcheck/,
  dotnet: /nullable\b|resharper|ReSharper/,
  dart: /dart format|@dart|ignore_for_file/,
  lua: /luacheck|selene:|stylua/,
  haskell: /hlint|stack |cabal|OPTIONS_GHC|LANGUAGE /,
  others: /shellcheck|perltidy|syntax ?=|escape ?=|test262|RUN:/,
  tasks: /TODO|FIXME|XXX|HACK/,
  origins: /CR[ -]|\$Id|[Cc]reated by|[Aa]uthor:|[Dd]ate:|[Vv]ersion:/,
};
const DIRECTIVE = new RegExp(
  `^(?:${Object.values(DIRECTIVES)
    .map(({ source }) => source)
    .join('|')})`,
);

const GENERATED =
  /^\W*(?:this (?:file|code) (?:is|was|has been) )?(?:automatically |auto-?)?(?:generated|created with|preprocessed)\b|\b(?:auto-?|automatically |code )generated\b|do(?:n't| not) (?:edit|modify)/i;

/** Tags that introduce a description, and tags that end one. */
const ABOUT_TAG =
  /^[@\\](?:fileoverview|overview|brief|description|desc|summary|file|module|packageDocumentation)\b[ \t]*/i;
const ANY_TAG = /^[@\\:][a-zA-Z][\w-]*\b/;
/** Header fields of a Haddock comment. The text after them describes the module. */
const FIELD = /^(?:module|copyright|licen[cs]e|maintainer|stability|portability|safe|author|since)\s*:/i;

/** The first sentence about the file; undefined if there is none. */
export function sentenceOfHead(comment: string): string | undefined {
  if (GENERATED.test(comment.slice(0, 300))) return undefined;
  for (const paragraph of paragraphsOf(comment)) {
    if (LICENSE.test(paragraph)) return taggedSentence(comment);
    const sentence = firstSentence(paragraph);
    if (sentence !== undefined && isInformative(sentence)) return sentence;
  }
  return undefined;
}

/** Whether a tag in the comment says that it describes the file. */
export function isTagged(comment: string): boolean {
  return /[@\\](?:file|fileoverview|overview|module|packageDocumentation)\b/.test(comment.slice(0, 4_000));
}

/** After a license, only text that a tag introduces describes the file. */
function taggedSentence(comment: string): string | undefined {
  const tagged = comment.slice(0, 4_000).search(/[@\\](?:fileoverview|overview|brief|description)\b/);
  const paragraph = tagged < 0 ? undefined : paragraphsOf(comment.slice(tagged))[0];
  const sentence = paragraph === undefined || LICENSE.test(paragraph) ? undefined : firstSentence(paragraph);
  return sentence !== undefined && isInformative(sentence) ? sentence : undefined;
}

/** Whether a sentence has content: a single word is only a name, and `Run with` introduces a command. */
function isInformative(sentence: string): boolean {
  return (
    !/^```|^(?:run|usage|example|synopsis)\b.{0,8}$/i.test(sentence) &&
    /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u.test(sentence)
  );
}

function paragraphsOf(comment: string): readonly string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const close = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const raw of comment.slice(0, 4_000).split('\n')) {
    const line = plainLine(raw);
    if (line === '' || (line !== undefined && /^(?:copyright|SPDX|©|\(c\))/i.test(line))) close();
    if (line !== undefined && line !== '') lines.push(line);
  }
  close();
  return paragraphs;
}

/** Undefined for a line that says nothing about the file, empty for one that ends a paragraph. */
function plainLine(raw: string): string | undefined {
  const line = withoutMarks(raw);
  if (/^[^\p{L}\p{N}]*$/u.test(line)) return '';
  if (DIRECTIVE.test(line)) return undefined;
  const described = line.replace(/^description\s*:\s*/i, '');
  if (described !== line) return described;
  if (FIELD.test(line))
    return LICENSE.test(line) && !/^(?:copyright|licen[cs]e)\s*:/i.test(line) ? line : undefined;
  const about = line.replace(ABOUT_TAG, '');
  const isTag = about !== line || ANY_TAG.test(line);
  if (isTag && about === line) return '';
  const named = about.replace(/^[\w./@+-]+\.\w{1,6}(?:\s+(?:--?|—|–|:)\s+|:\s+|\s*$)/, '');
  return named === '' || (isTag && /^[\w./@:-]+$/.test(named)) ? undefined : named;
}

function withoutMarks(raw: string): string {
  return raw
    .trim()
    .replace(/^(?:\/\*+!?|\*+(?!\/)|\/{2,}!?|#+['!]?|--+\[*=*\[*|;+|%+|\(\*+|\{-+|<#|"""|''')\s*\|?\s*/, '')
    .replace(/\s*(?:\*+\/|\*+\)|-\}|\]=*\]|#>|"""|''')\s*$/, '')
    .replaceAll(/<\/?(?:summary|p|remarks|para|code|b|i|pre|h\d|tt|em|strong)\b[^>]{0,80}>/gi, '')
    .replace(/^[#=*]+\s+(?=\p{L})/u, '')
    .replace(/\s+[*#=-]{1,}$/, '')
    .trim();
}

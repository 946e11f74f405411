/** Scanners and rewrites for grammars take linear time, even with fifty thousand unclosed openings. */
import { describe, expect, it } from 'vitest';
import { allLanguages } from '../../src/core/files/language';
import { languageIdOfText, mayDependOnText } from '../../src/core/files/textLanguage';
import { chooseBranches } from '../../src/core/languages/branches';
import { declarationsIn } from '../../src/core/languages/declaredLines';
import { languageRules } from '../../src/core/languages/registry';
import { growth } from '../growth';
import { describedLanguages } from './describedLanguages';
import { scanFacts } from '../../src/core/languages/scan';
import { expectSoundFacts } from './soundFacts';

const UNITS = 50_000;

/** In processor time: most take 5, a quadratic scan takes seconds. */
const LIMIT_MS = 400;

/** Openings without an end, ends without a beginning, and lines that only turn out late to be something else. */
const PIECES = [
  ...['"', "'", '`', '\\', '"""', "'''", '$$', '$a$', '/*', '*/', '//', '--', '#', '<!--', '#[[', '[==['],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '</',
    '{{',
    '${',
    '"${',
    '#{',
    '@{',
    '[[',
    '{"a":',
    '[{"cells":[',
  ],
  ...[
    'a',
    '.',
    ':',
    ';',
    ',',
    '=',
    '-',
    '- ',
    '- - ',
    '> ',
    '[a]: b "\n',
    '- a\n\n',
    '# # ',
    '&a ',
    '*',
    ' ',
    '\t',
    '\n',
    '\r',
    '|',
    '!',
    'a:',
    'a: ',
    'a.',
    'a,',
  ],
  ...[
    'a: "',
    "a: '\n",
    'a: [\n',
    'a: {\n',
    'a: |\n',
    '---\n',
    '? a\n',
    '{{ a }}\n',
    '<<EOF\n',
    'a = <<EOF\n',
    'a {\n',
    'a "b" {',
  ],
  ...[
    '<a',
    '<a "',
    "<a '",
    '<a b={',
    '<a id="b">',
    '<A>',
    '<h1>',
    '<p>',
    '<li id=a>',
    '<script>',
    '<style>',
    '<slot name="a">',
  ],
  ...[
    '</a>',
    '<![CDATA[',
    '<?',
    '<!',
    '{#snippet a()}',
    '{/snippet}',
    '<template #a>',
    '---\na\n',
    '<textarea>',
  ],
  ...[
    '.a{',
    '@media{',
    '@mixin a{',
    '@keyframes a{',
    '--a:b;',
    '$a:(',
    'url(',
    'a{b',
    '@layer a;',
    '.a(',
    'a/**/ ',
  ],
  ...[
    'create ',
    'create table a(',
    'CREATE FUNCTION a() AS ',
    'BEGIN ',
    'END ',
    'CASE ',
    'create view a as select a from ',
    ';;',
  ],
  ...[
    'DELIMITER //\n',
    'copy a from stdin;\n',
    'GO\n',
    '\\i a\n',
    '/\n',
    'alter table a add b int,',
    'insert into a values (1),',
  ],
  ...[
    'a:\n\tb\n',
    'a:\n\tb\\\n',
    'define a\n',
    'endef\n',
    'a = \\\n',
    'a b c: d\n',
    '$(a',
    '$(a:b=c)',
    'ifdef a\n',
    'include a\n',
  ],
  ...[
    'FROM a\n',
    'RUN a \\\n',
    'RUN <<A\n',
    'ENV a=b \\\n',
    'ONBUILD ',
    'function(a)\n',
    'endfunction()\n',
    'set(a b',
    'macro(a) ',
  ],
  ...[
    'message a{',
    'enum a{a=1;',
    'oneof a{',
    'rpc a(b)returns(c){',
    'group a=1{',
    'type a{',
    'type a ',
    'a(b:c):d ',
    'union a=|',
    'query{',
  ],
  ...[
    '= a\n',
    'a\n=\n',
    'a\n====\n',
    '====\na\n====\n',
    '# a\n',
    '## a\n',
    '----\n',
    '|===\n',
    '~~~~\n',
    '.. a\n',
    '[a]\n',
    '[[a]]\n',
  ],
  ...[
    'a=1\n',
    ' a=1\n',
    'a="\n',
    'a=\\\n',
    '"a"."b".',
    'a="""',
    '{"source":["',
    '\\n',
    '"a\\n',
    '"def a():\\n",\n',
    'é',
    '😀',
    '\ud800',
  ],
];

/** Openings of the patterns that rewrites search for. */
const REWRITTEN = [
  ...['#if A {\n', '#if\n#else\n', '  X_TRY (', '(WINAPI * a[', 'R"(', 'extern "C" {'],
  ...[
    '): by ',
    'class A ) : b by ',
    ') : a by b {\n',
    'X if (',
    '  is a if if ',
    '} get ',
    '@a(',
    '$$"',
    'where ',
  ],
  ...['${a', '"${', '((1', 'for a (', '[[ a != (', '$x[', ' =(', '() {', '    ', '\t'],
  ...['<<~A #{<<~B}\n', '<<A\n#{', '<<~A\n#{<<~A}\nA\n', ' <a>', ' <a>{', ' <a b={<c/>', '(<a>{}</a>/*'],
  ...['<<', '/>\\"', ') ', '){', ')->', ') /*', ');', '{\n  }\n'],
  ...['x! {\n', '  x! {\n', 'x! {\n    a\n', '#[a', 'async => ', 'actual constructor', 'class a\n'],
];

/** Beginnings of lines that declare something, and what may follow without an end. */
const DECLARING = [
  ...['function', 'function a', 'class A', 'public A a(', 'public', 'enum a', 'namespace A', 'struct A'],
  ...['a', 'a a(', 'a()', 'func (', 'func a', 'fun <', 'def a', 'extern "', 'type a', 'let a', 'data ('],
];
const FOLLOWING = [' ', 'a', 'a ', '{', '(', ' \n'];

const rewriting = [...new Set(describedLanguages().map((id) => languageRules(id)))].flatMap((rules) =>
  rules?.kind === 'grammar' && rules.reads !== undefined ? [[rules.id, rules.reads] as const] : [],
);

const parsed = [...new Set(describedLanguages().map((id) => languageRules(id)))].flatMap((rules) =>
  rules?.kind === 'grammar' ? [rules.grammar] : [],
);

const scanners = [...new Set(describedLanguages().map((id) => languageRules(id)))].filter(
  (rules) => rules !== undefined && rules.kind !== 'grammar',
);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

it.each(rewriting)('rewrites %s in linear time', (_, reads) => {
  const slow = REWRITTEN.filter((piece) => {
    const text = piece.repeat(Math.ceil(UNITS / piece.length));
    const start = processorMs();
    reads(text);
    return processorMs() - start > LIMIT_MS;
  });
  expect(slow).toEqual([]);
});

/** Beginnings of lines that show the language of a text, and what may follow without an end. */
const SHOWING = [
  ...['a', 'class a', 'namespace a', 'struct a', 'static const a', 'virtual a', 'a(', 'const a', 'a<', '~a('],
  ...[
    'a[',
    'match',
    'case',
    'grammar A',
    'public',
    'function',
    'a:',
    'program',
    '#',
    '# include <',
    ' ',
    '*',
  ],
];
const SHOWN = [' ', 'a', 'a ', 'a<', '(', 'a(', ' (const ', ':', '::', '&', '*', '\n', ' a\n'];

it.each(allLanguages().flatMap(({ id }) => (mayDependOnText(id) ? [id] : [])))(
  'decides by the text in linear time: %s',
  (id) => {
    const texts = SHOWING.flatMap((head) => [
      head.repeat(Math.ceil(UNITS / head.length)),
      ...SHOWN.flatMap((piece) => [
        `${head} ${piece.repeat(Math.ceil(UNITS / piece.length))}`,
        `${head}${piece}`.repeat(Math.ceil(UNITS / (head.length + piece.length))),
      ]),
    ]);
    const slow = texts.filter((text) => {
      const start = processorMs();
      languageIdOfText(id, text);
      return processorMs() - start > LIMIT_MS;
    });
    expect(slow.map((text) => text.slice(0, 30))).toEqual([]);
  },
);

it.each([...new Set(parsed)])('finds the lines that declare something in linear time: %s', (grammar) => {
  const texts = DECLARING.flatMap((head) => [
    head.repeat(Math.ceil(UNITS / head.length)),
    ...FOLLOWING.map((piece) => `${head} ${piece.repeat(Math.ceil(UNITS / piece.length))}`),
  ]);
  const slow = texts.filter((text) => {
    const start = processorMs();
    declarationsIn(text, grammar, 0, text.length);
    return processorMs() - start > LIMIT_MS;
  });
  expect(slow.map((text) => text.slice(0, 30))).toEqual([]);
});

it('chooses between branches after a long word in linear time', () => {
  const run = (size: number): string => chooseBranches(`${'A'.repeat(size)}\n${'#if A\n'.repeat(size / 5)}`);
  expect(growth(run, { size: 5_000, factor: 4, limit: 8 })).toBeLessThan(8);
});

it('chooses between branches in others at little cost', () => {
  const nested = (depth: number): string => `a\n${'#if A\n#else\n'.repeat(depth)}${'#endif\n'.repeat(depth)}`;
  const run = (depth: number): string => chooseBranches(nested(depth).repeat(3_200 / depth));
  expect(growth(run, { size: 10, factor: 16, limit: 4 })).toBeLessThan(4);
});

it('looks for the end of an unclosed raw string at little cost', () => {
  const fastest = (piece: string): number => {
    const text = piece.repeat(60_000);
    const times = Array.from({ length: 5 }, () => {
      const start = processorMs();
      chooseBranches(text);
      return processorMs() - start;
    });
    return Math.min(...times);
  };
  expect(fastest('R"(') / fastest('r"(')).toBeLessThan(8);
});

describe.each(scanners.map((rules) => [rules.id, rules] as const))('%s', (_, rules) => {
  const scan = (piece: string, units: number) => {
    const text = piece.repeat(Math.ceil(units / piece.length));
    return { text, facts: scanFacts(text, rules), parts: rules.kind === 'parts' ? rules.parts(text) : [] };
  };

  it('takes linear time', () => {
    const slow = PIECES.filter((piece) => {
      const start = processorMs();
      scan(piece, UNITS);
      return processorMs() - start > LIMIT_MS;
    });
    expect(slow).toEqual([]);
  });

  it('gives sound facts and parts', () => {
    for (const piece of PIECES) {
      const { text, facts, parts } = scan(piece, 3_000);
      expectSoundFacts(text, facts);
      expect(parts.every(({ start, end }) => start <= end && end <= text.length)).toBe(true);
    }
  });
});

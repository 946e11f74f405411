/** Forms that the grammars cannot read cost no declaration after them. */
import { describe, expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

async function symbolsOf(language: string, text: string): Promise<readonly string[]> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.errors).toBe(0);
  return outcome.facts.symbols.map(({ path, startLine, endLine }) => `${path} ${startLine}-${endLine}`);
}

describe('Ruby heredocs within heredocs', () => {
  it.each([
    ['on the same line', '<<~HTML\n  <b>#{<<~ROW}</b>\n    row\n  ROW\nHTML\n', 5],
    ['on lines of their own', '<<~HTML\n  #{\n    <<~ROW\n      row\n    ROW\n  }\nHTML\n', 7],
    ['of the same name', '<<~SQL\n  #{<<~SQL}\n    a\n  SQL\n  b\nSQL\n', 6],
    ['three deep', '<<~A\n  #{<<~B}\n    #{<<~C}\n      c\n    C\n  B\nA\n', 7],
    ['as two arguments', '<<~A\n  #{join(<<~B, <<~C)}\n  b\n  B\n  c\n  C\nA\n', 7],
    ['in a block', '<<~A\n  #{rows.map do |row|\n    <<~B\n      #{row}\n    B\n  end.join}\nA\n', 7],
    ['next to a raw one', "<<~A + <<~'B'\n  #{<<~C}\n    c }\n  C\nA\n  #{<<~NONE}\nB\n", 7],
  ])('%s', async (_, heredoc, lines) => {
    const text = `def first = 1\nx = ${heredoc}class Last\n  def last\n  end\nend\n`;
    const from = lines + 2;
    expect(await symbolsOf('ruby', text)).toEqual([
      'first 1-1',
      `Last ${from}-${from + 3}`,
      `Last.last ${from + 1}-${from + 2}`,
    ]);
  });

  it('keeps the names in their interpolations', async () => {
    const text = 'x = <<~A\n  #{\n    <<~B\n      #{inside}\n    B\n  }\n  #{<<~C}\n    #{beside}\n  C\nA\n';
    const outcome = await reader.factsOf(text, 'ruby');
    if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
    expect(outcome.facts.references.names.split(' ')).toEqual(expect.arrayContaining(['inside', 'beside']));
  });
});

it.each([
  ['attributes and blocks', 'val a = <a href={b} c="d">{ e }{f} and { g }</a>'],
  ['elements in code in elements', 'val a = <ul>\n  { for (b <- c) yield <li>{ b }</li> }\n</ul>'],
  ['consecutive elements', "def a = List(<a/><b c='d'/>, <e>f</e>)"],
  ['patterns', 'def a = b match { case <c>{ d @ _* }</c> => d; case _ => 1 }'],
  ['comments and quotation marks', 'val a = <a><!-- { \' " -->it\'s "{{" <![CDATA[ } ]]></a>'],
  ['comparisons', 'def a = if (b <c) d else if (e > f) <g/> else h'],
  ['lines with less indentation', 'def a = {\n    <a>\n  <b>{ c }</b>\n</a>\n}'],
])('Scala values that are XML: %s', async (_, member) => {
  const from = member.split('\n').length + 2;
  expect(await symbolsOf('scala', `object A {\n  ${member}\n  def after = 1\n}\nclass Last\n`)).toEqual([
    `A 1-${from + 1}`,
    `A.a 2-${from - 1}`,
    `A.after ${from}-${from}`,
    `Last ${from + 2}-${from + 2}`,
  ]);
});

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { fileBlockParts, joinParts } from '../compose/fileBlock';
import { languageOf } from '../files/language';
import type { TokenCounter } from '../tokens/encoding';
import { renderPlan } from '../../../tests/planned';
import { path } from '../../../tests/repoPathInTests';
import { differencesOf, type PresentBlock } from './differences';
import type { DiffUse } from './diffUse';
import { renderUpdate } from './renderUpdate';

type WithBody = PresentBlock & { readonly body: string };

const counter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

const hashOf = (body: string): string => bytesToHex(sha256(utf8ToBytes(body)));

const file = (name: string, content: string, mode = 'full'): WithBody => {
  const body = joinParts(fileBlockParts(path(name), languageOf(path(name)).fence, content));
  return { key: `file:${name}`, body, hash: hashOf(body), state: `${mode} ${content}`, mode, lead: '' };
};

const text = (key: string, body: string, lead = ''): WithBody => ({
  ...{ key, body, hash: hashOf(body), state: '', mode: '', lead },
});

interface Printing {
  readonly diffs?: DiffUse;
  readonly lost?: WithBody;
}

function updateOf(
  base: readonly WithBody[],
  present: readonly WithBody[],
  { diffs = 'auto', lost }: Printing = {},
): string {
  const bodies = new Map([...base, ...present].map(({ hash, body }) => [hash, body]));
  if (lost !== undefined) bodies.delete(lost.hash);
  const context = { diffs, counter, bodyOf: (hash: string) => bodies.get(hash) };
  return renderPlan(renderUpdate(differencesOf(base, present), context), ({ body }) => body);
}

const SENTENCE =
  'This updates the context pasted earlier. Files and sections not listed are unchanged. Each text below replaces its earlier version, and each diff applies to it.';

const LONG = Array.from({ length: 40 }, (_, at) => `const value${at} = ${at};\n`).join('');

describe('renderUpdate', () => {
  it('lists what is different, then prints it under the headings of the document', () => {
    const base = [
      ...[
        text('section:instructions', '## Instructions\n\nBe brief.'),
        text('section:fileTree', '## File Tree'),
      ],
      ...[
        file('a.ts', LONG),
        file('b.ts', 'b'),
        file('c.ts', 'c'),
        file('d.ts', 'd'),
        file('same.ts', 'same'),
      ],
      ...[text('history:1', '### Discussion Excerpt 1\n\nUser: Hi'), text('section:task', '## Task\n\nOne')],
    ];
    const present = [
      text('section:instructions', '## Instructions\n\nBe kind.'),
      { ...file('a.ts', LONG.replace('value20', 'changed')), lead: '## Files' },
      ...[file('b.ts', 'b {}', 'skeleton'), file('e.ts', 'c'), file('f.ts', 'f'), file('same.ts', 'same')],
      text('history:1', '### Discussion Excerpt 1\n\nUser: Hi', '## Discussion History'),
      text('history:2', '### Discussion Excerpt 2\n\nAI: Hello'),
      text('section:task', '## Task\n\nTwo'),
    ];
    expect(updateOf(base, present)).toBe(
      [
        `## Update\n\n${SENTENCE}\n`,
        '- Instructions: changed\n- `a.ts`: changed (diff)\n- `b.ts`: now skeleton\n- `e.ts`: moved from `c.ts`',
        '- `f.ts`: added\n- Discussion Excerpt 2: added\n- File Tree: removed\n- `d.ts`: removed\n\n---\n',
        '## Instructions\n\nBe kind.\n\n---\n',
        '## Files\n\n### `a.ts`\n\n```diff\n--- a/a.ts\n+++ b/a.ts\n@@ -18,7 +18,7 @@',
        ' const value17 = 17;\n const value18 = 18;\n const value19 = 19;',
        '-const value20 = 20;\n+const changed = 20;',
        ' const value21 = 21;\n const value22 = 22;\n const value23 = 23;\n```\n\n---\n',
        '### `b.ts`\n\n```ts\nb {}\n```\n\n---\n',
        '### `f.ts`\n\n```ts\nf\n```\n\n---\n',
        '## Discussion History\n\n### Discussion Excerpt 2\n\nAI: Hello\n\n---\n',
        '## Task\n\nTwo\n',
      ].join('\n'),
    );
  });

  it('names the texts of URLs by their address', () => {
    const page = {
      ...text('url:https://a.example/`b', '### `https://a.example/\\x60b`\n\nOld'),
      lead: '## URLs',
    };
    const update = updateOf([file('a.ts', 'a')], [file('a.ts', 'a'), page]);
    expect(update).toContain(
      '- text of `https://a.example/\\x60b`: added\n\n---\n\n## URLs\n\n### `https://a',
    );
  });

  it('says if only the task is new', () => {
    const task = text('section:task', '## Task\n\nGo on.');
    const base = [file('a.ts', 'a'), text('section:task', '## Task\n\nBegin.')];
    expect(updateOf(base, [file('a.ts', 'a'), task])).toBe(
      '## Update\n\nNothing in the context pasted earlier has changed.\n\n---\n\n## Task\n\nGo on.\n',
    );
  });

  it('prints a moved file whose block differs by more than the path', () => {
    const moved = updateOf([file('a.js', 'x')], [file('a.ts', 'x')]);
    expect(moved).toContain('- `a.ts`: moved from `a.js`\n');
    expect(moved).toContain('\n\n---\n\n### `a.ts`\n\n```ts\nx\n```\n');
  });

  it('names paths on one line, without the marks of code', () => {
    const base = [file('a`\n- `b`: removed', 'x')];
    expect(updateOf(base, [])).toContain('\n\n- `a\\x60\\u000a- \\x60b\\x60: removed`: removed\n');
  });

  it('throws if the text of a present block is gone', () => {
    const added = file('a.ts', 'x');
    expect(() => updateOf([], [added], { lost: added })).toThrow('gone');
  });

  describe('the diff of a changed file', () => {
    const before = file('a.ts', LONG);
    const now = file('a.ts', LONG.replaceAll(/value[0-4] /g, 'changed '));
    const isDiff = (update: string): boolean => {
      expect(update.includes('a.ts`: changed (diff)\n')).toBe(update.includes('```diff\n'));
      return update.includes('```diff\n');
    };

    it.each<[string, boolean, WithBody, WithBody, Printing]>([
      ['is printed if it has less than half of the tokens', true, before, now, {}],
      ['is not printed if the earlier text is gone', false, before, now, { lost: before, diffs: 'always' }],
      ['is not printed if the user wants none', false, before, now, { diffs: 'never' }],
      ['is not printed if it is too long', false, before, file('a.ts', LONG.replaceAll('const', 'let')), {}],
      [
        'is printed anyway if the user wants it',
        ...([true, before, file('a.ts', LONG.replaceAll('const', 'let')), { diffs: 'always' }] as const),
      ],
      [
        'is not printed for another view',
        ...([false, { ...before, mode: 'skeleton' }, { ...now, mode: 'skeleton' }, {}] as const),
      ],
      [
        'is not printed if the view is another',
        false,
        { ...before, mode: 'skeleton' },
        now,
        { diffs: 'always' },
      ],
    ])('%s', (_, expected, old, present, printing) => {
      expect(isDiff(updateOf([old], [present], printing))).toBe(expected);
    });

    it('is printed up to half of the tokens exactly', () => {
      const sizes = Array.from({ length: 12 }, (_, count) => {
        const other = file(
          'a.ts',
          LONG.replaceAll(/value\d+ /g, (name) => (Number(name.slice(5)) < count ? 'changed ' : name)),
        );
        const [, block] = renderUpdate(differencesOf([before], [other]), {
          ...{ diffs: 'always', counter },
          bodyOf: (hash) => [before, other].find((each) => each.hash === hash)?.body,
        });
        const whole = counter.count(`${other.body}\n\n---\n\n`);
        return {
          wanted: (block?.measure.tokens ?? 0) * 2 < whole,
          isDiff: isDiff(updateOf([before], [other])),
        };
      }).slice(1);
      expect(new Set(sizes.map(({ wanted }) => wanted)).size).toBe(2);
      expect(sizes.map((each) => each.isDiff)).toEqual(sizes.map(({ wanted }) => wanted));
    });
  });
});

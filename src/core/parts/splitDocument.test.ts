import { Parser, type Node } from 'commonmark';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { fileBlockParts, joinParts, missingMessage, noticeBlock } from '../compose/fileBlock';
import { fenceFor } from '../compose/fence';
import { SEPARATOR } from '../compose/separator';
import { closedText, renderTextSection } from '../compose/textSection';
import { endingOf, leadText } from '../document/plan';
import { languageOf } from '../files/language';
import { normalizeText } from '../files/normalize';
import type { RepoPath } from '../files/repoPath';
import type { PartLimits } from './chatProfile';
import type { BlockToSplit } from './longBlock';
import type { Part } from './part';
import { splitDocument } from './splitDocument';

const MORE = 'Reply only "OK". More parts follow.';
const count = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;

function documentOf(blocks: readonly BlockToSplit[]): string {
  return blocks.map(({ lead, body }, at) => leadText(lead) + body + endingOf(blocks, at)).join('');
}

function file(path: string, text: string, notice?: string): BlockToSplit {
  const { fence } = languageOf(path as RepoPath);
  const body = joinParts(fileBlockParts(path as RepoPath, fence, normalizeText(text).text, notice));
  return { key: `file:${path}`, title: path, lead: '', body };
}

function section(title: string, written: string): BlockToSplit {
  return { key: `section:${title}`, title, lead: '', body: renderTextSection(`## ${title}`, [written]) };
}

/** A fenced text without a heading. */
function fenced(title: string, written: string): BlockToSplit {
  const fence = fenceFor(written);
  return { key: `map:${title}`, title, lead: '## Map', body: `${fence}text\n${written}\n${fence}` };
}

function limitsOf(limit: number, others: Partial<PartLimits> = {}): PartLimits {
  return { limit, unit: 'characters', before: '', after: '', ...others };
}

function partsOf(blocks: readonly BlockToSplit[], limits: PartLimits): readonly Part[] {
  const split = splitDocument(blocks, limits, count);
  if (split.kind !== 'parts') throw new Error(`${split.kind}: ${split.key}`);
  return split.parts;
}

const textsOf = (blocks: readonly BlockToSplit[], limits: PartLimits): readonly string[] =>
  partsOf(blocks, limits).map(({ text }) => text);

describe('splitDocument', () => {
  const blocks = [
    section('Instructions', 'Be brief.'),
    { ...file('a.ts', 'one\ntwo\n'), lead: '## Files' },
    file('b.ts', 'b\n'),
    section('Task', 'Go.'),
  ];

  it('has one part without a frame if everything fits', () => {
    const whole = documentOf(blocks);
    expect(partsOf(blocks, limitsOf(whole.length, { before: 'x' }))).toEqual([
      {
        text: whole,
        ...{ tokens: count(whole), characters: whole.length },
        pieces: blocks.map(({ key }) => ({ key, isContinued: false })),
      },
    ]);
  });

  const first = (parts: number) => `Part 1 of ${parts}\n\n---\n\n`;
  const more = `\n\n---\n\n${MORE}\n`;

  it('cuts between blocks, and has the sentences of the user in each part', () => {
    const opening = (part: number) => `Part ${part} of 3\n\nIn order:\n\n---\n\n`;
    const closing = `\n\n---\n\n/wait\n\n${MORE}\n`;
    expect(textsOf(blocks, limitsOf(120, { before: 'In order:', after: '/wait' }))).toEqual([
      `${opening(1)}## Instructions\n\nBe brief.${closing}`,
      `${opening(2)}## Files\n\n### \`a.ts\`\n\n\`\`\`ts\none\ntwo\n\`\`\`${closing}`,
      `${opening(3)}### \`b.ts\`\n\n\`\`\`ts\nb\n\`\`\`\n\n---\n\n## Task\n\nGo.\n\n---\n\n/wait\n`,
    ]);
  });

  it('cuts a long block between lines, and repeats its heading and its fence', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1};\n`);
    const parts = partsOf([file('a.ts', lines.join(''), '(short)'), section('Task', 'Go.')], limitsOf(190));
    expect(parts.map(({ text }) => text)).toEqual([
      `${first(2)}### \`a.ts\`\n\n(short)\n\n\`\`\`ts\n${lines.slice(0, 12).join('')}\`\`\`${more}`,
      'Part 2 of 2\n\n---\n\n### `a.ts` (continued, lines 13 to 20)\n\n' +
        `\`\`\`ts\n${lines.slice(12).join('')}\`\`\`\n\n---\n\n## Task\n\nGo.\n`,
    ]);
    expect(parts.map(({ pieces }) => pieces)).toEqual([
      [{ key: 'file:a.ts', isContinued: false, cut: 'between lines' }],
      [
        { key: 'file:a.ts', isContinued: true },
        { key: 'section:Task', isContinued: false },
      ],
    ]);
  });

  it('puts a text into a fence to cut it', () => {
    const items = '- item\n  ```\n'.repeat(13).trim();
    expect(textsOf([section('Task', items)], limitsOf(170))).toEqual([
      `${first(2)}## Task\n\n\`\`\`\`markdown\n${'- item\n  ```\n'.repeat(6)}\`\`\`\`${more}`,
      'Part 2 of 2\n\n---\n\n## Task (continued, lines 13 to 26)\n\n' +
        `\`\`\`\`markdown\n${'- item\n  ```\n'.repeat(7)}\`\`\`\`\n`,
    ]);
  });

  it('takes a text that begins and ends with a fence for what it is', () => {
    const answer = `\`\`\`\n${'code\n'.repeat(12)}\`\`\`\n${'word\n'.repeat(12)}\`\`\`\ncode\n\`\`\``;
    const [part] = textsOf([section('Task', answer)], limitsOf(140));
    expect(part).toContain('## Task\n\n````markdown\n```\ncode\n');
  });

  it('continues a block without a heading under its title', () => {
    const parts = textsOf([fenced('The\nmap', 'line\n'.repeat(34).trim())], limitsOf(180));
    expect(parts[0]).toContain('---\n\n## Map\n\n```text\nline\n');
    expect(parts[1]).toContain('---\n\n### The\\u000amap (continued, lines 21 to 34)\n\n```text\nline\n');
  });

  it('cuts a long line between graphemes, and says where', () => {
    const family = '👩‍👩‍👧‍👦';
    const parts = partsOf([file('a', `short\n${family.repeat(14)}`)], limitsOf(170));
    expect(parts.map(({ text }) => text)).toEqual([
      `${first(2)}### \`a\`\n\n\`\`\`text\nshort\n${family.repeat(7)}\n\`\`\`${more}`,
      'Part 2 of 2\n\n---\n\n### `a` (continued, lines 2 to 2, line 2 from character 78)\n\n' +
        `\`\`\`text\n${family.repeat(7)}\n\`\`\`\n`,
    ]);
    expect(parts.map(({ pieces }) => pieces)).toEqual([
      [{ key: 'file:a', isContinued: false, cut: 'inside a line' }],
      [{ key: 'file:a', isContinued: true }],
    ]);
  });

  it('says which block has no room', () => {
    expect(splitDocument(blocks, limitsOf(80), count)).toEqual({
      kind: 'too small',
      key: 'section:Instructions',
    });
    // Its one grapheme is too long.
    const long = file('a', `a${'\u0301'.repeat(200)}`);
    expect(splitDocument([file('b', 'b'), long], limitsOf(180), count)).toEqual({
      kind: 'too small',
      key: 'file:a',
    });
  });
});

describe('the parts of any document', () => {
  const written = anyText.map((text) => text.toWellFormed());
  const forged = fc.constantFrom(
    ...['Part 2 of 3\n\n---\n\n', `${SEPARATOR}${MORE}\n`, '### `b.ts` (continued, lines 2 to 3)\n\n```ts\n'],
    ...[
      '```\n',
      '````markdown\n',
      '<!--\n',
      '- a\n  ```\n',
      '### `f0.ts`\n\n',
      '~~~\n',
      '\n\n\n',
      '    \n',
      '//x\n',
    ],
  );
  const hostile = fc.array(fc.oneof(forged, written), { maxLength: 8 }).map((texts) => texts.join(''));
  const block = fc.oneof(
    { weight: 4, arbitrary: hostile.map((text) => (at: number) => file(`f${at}.ts`, text)) },
    {
      weight: 1,
      arbitrary: hostile.map((text) => (at: number) => file(`f${at}.md`, text, '(a part of it)')),
    },
    {
      weight: 2,
      arbitrary: hostile.map((text) => (at: number) => section(`Text ${at}`, `x${text.replaceAll('#', '')}`)),
    },
    { weight: 1, arbitrary: hostile.map((text) => (at: number) => fenced(`Map ${at}`, `x${text}`)) },
    {
      weight: 1,
      arbitrary: fc.constant((at: number): BlockToSplit => {
        const path = `f${at}.ts` as RepoPath;
        const body = noticeBlock(path, missingMessage(path));
        return { ...{ key: `file:${path}`, title: path }, lead: '## Files', body };
      }),
    },
  );
  const blocks = fc
    .array(block, { minLength: 1, maxLength: 6 })
    .map((made) => made.map((make, at) => make(at)));
  const limits = fc.record({
    limit: fc.integer({ min: 40, max: 900 }),
    unit: fc.constantFrom('tokens' as const, 'characters' as const),
    before: fc.oneof(fc.constant(''), written),
    after: fc.oneof(fc.constant(''), written),
  });

  function everyPart(
    check: (parts: readonly Part[], blocks: readonly BlockToSplit[], limits: PartLimits) => void,
  ) {
    fc.assert(
      fc.property(blocks, limits, (document, profile) => {
        const split = splitDocument(document, profile, count);
        if (split.kind === 'parts') check(split.parts, document, profile);
      }),
      { numRuns: 120 },
    );
  }

  it('are within the limit', () => {
    everyPart((parts, _, { limit, unit }) => {
      for (const { text, tokens, characters } of parts) {
        expect({ tokens, characters }).toEqual({ tokens: count(text), characters: text.length });
        expect(unit === 'tokens' ? tokens : characters).toBeLessThanOrEqual(limit);
        expect(text.isWellFormed()).toBe(true);
      }
    });
  });

  it('are the document, byte for byte, without their frames', () => {
    everyPart((parts, document, profile) => {
      const texts = parts.map(({ text }) => text);
      expect(texts.length === 1 ? texts[0] : joined(texts, profile)).toBe(documentOf(document));
    });
  });

  it('have their frame and the headings of their files outside of any other block of Markdown', () => {
    everyPart((parts) => {
      if (parts.length === 1) return;
      for (const [at, { text, pieces }] of parts.entries()) {
        const nodes = topLevel(text);
        expect(wordsIn(nodes[0])).toBe(`Part ${at + 1} of ${parts.length}`);
        if (at < parts.length - 1) expect(wordsIn(nodes.at(-1))).toBe(MORE);
        const paths = nodes.filter(({ type }) => type === 'heading').map(pathIn);
        const files = pieces.map(({ key }) => key).filter((key) => key.startsWith('file:'));
        expect(paths.filter((path) => path !== undefined)).toEqual(
          files.map((key) => key.slice('file:'.length)),
        );
      }
    });
  });
});

function topLevel(text: string): readonly Node[] {
  const nodes: Node[] = [];
  for (let node = new Parser().parse(text).firstChild; node !== null; node = node.next) nodes.push(node);
  return nodes;
}

function wordsIn(node: Node | undefined): string {
  const words: string[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.next)
    words.push(child.literal ?? '');
  return words.join('');
}

function pathIn(heading: Node): string | undefined {
  const child = heading.firstChild;
  return child?.type === 'code' ? (child.literal ?? '') : undefined;
}

/** The document in parts, read from their texts alone. */
function joined(texts: readonly string[], { before, after }: PartLimits): string {
  const wrapping = (text: string): string => (closedText(text) === '' ? '' : `${closedText(text)}\n\n`);
  const below = wrapping(after);
  const contents = texts.map((text, at) => {
    const opening = `Part ${at + 1} of ${texts.length}\n\n${wrapping(before)}---\n\n`;
    const isLast = at === texts.length - 1;
    const lastClosing = below === '' ? '\n' : `${SEPARATOR}${below.trimEnd()}\n`;
    const closing = isLast ? lastClosing : `${SEPARATOR}${below}${MORE}\n`;
    expect(text.startsWith(opening)).toBe(true);
    expect(text.endsWith(closing)).toBe(true);
    return text.slice(opening.length, -closing.length);
  });
  return contents
    .map((content, at) => {
      const next = continuationOf(contents[at + 1] ?? '');
      const ending = at < contents.length - 1 ? SEPARATOR : '\n';
      return withoutStart(withoutEnd(content, next)) + (next === undefined ? ending : '');
    })
    .join('');
}

/** A fence that a part opens, and whether the document has it, too. */
interface Continuation {
  readonly opening: string;
  readonly fence: string;
  readonly isOwn: boolean;
  readonly isInsideLine: boolean;
}

function continuationOf(content: string): Continuation | undefined {
  const [opening, heading = '', character, fence = '', info = ''] =
    /^(#+ .*) \(continued, lines \d+ to \d+(, line \d+ from character \d+)?\)\n\n([`~]{3,})(.*)\n/.exec(
      content,
    ) ?? [];
  if (opening === undefined) return undefined;
  const isOwn = heading.startsWith('### `') || info !== 'markdown';
  return { opening, fence, isOwn, isInsideLine: character !== undefined };
}

/** Removes the fence that closes the last block because the next part continues it, and one that opens it if it is added. */
function withoutEnd(content: string, next: Continuation | undefined): string {
  if (next === undefined) return content;
  const text = content.slice(0, -`${next.isInsideLine ? '\n' : ''}${next.fence}`.length);
  const added = `\n\n${next.fence}markdown\n`;
  const start = text.lastIndexOf(added);
  const isRepeated = start + added.length === continuationOf(content)?.opening.length;
  if (next.isOwn || start < 0 || isRepeated) return text;
  return text.slice(0, start + 2) + text.slice(start + added.length);
}

/** Removes the heading and the fence that continue the first block, and the fence that ends it if it is added. */
function withoutStart(content: string): string {
  const here = continuationOf(content);
  if (here === undefined) return content;
  const text = content.slice(here.opening.length);
  const end = here.isOwn ? -1 : text.indexOf(`\n${here.fence}`);
  return end < 0 ? text : text.slice(0, end) + text.slice(end + 1 + here.fence.length);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import type { RepoPath } from '../files/repoPath';
import { createPathIndex } from '../replies/placing/findPath';
import { readRequests } from './readRequests';
import type { KnownNames, ReplyRequest } from './request';

const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  'src/a.ts': ['parse', 'Store', 'get', 'shared'],
  'src/b.ts': ['render_all', 'shared'],
  'src/deep/util.ts': ['get'],
  'lib/index.ts': [],
  'src/index.ts': [],
  'My Notes.md': [],
  Makefile: [],
};
const paths = Object.keys(SYMBOLS) as RepoPath[];
const known: KnownNames = {
  paths: createPathIndex(paths),
  filesOfSymbol: (name) => paths.filter((path) => SYMBOLS[path]?.includes(name)),
};

function read(text: string) {
  return readRequests(text, known);
}

/** `path`, with what is wanted of it. */
function shown({ path, written: _, line: __, ...wanted }: ReplyRequest): string {
  return [path, ...Object.values(wanted)].join(' ');
}

function asked(text: string): readonly string[] {
  return read(text).requests.map(shown);
}

function fence(...lines: readonly string[]): string {
  return ['```strata-request', ...lines, '```'].join('\n');
}

describe('a request fence', () => {
  it('takes a symbol of a file that is named, even if the symbol is not known yet', () => {
    expect(read(fence('src/a.ts render_all')).requests).toMatchObject([
      { kind: 'symbol', path: 'src/a.ts', symbol: 'render_all' },
    ]);
  });

  it.each([
    ['src/a.ts', 'src/a.ts file'],
    ['./src/a.ts', 'src/a.ts file'],
    ['util.ts', 'src/deep/util.ts file'],
    ['My Notes.md', 'My Notes.md file'],
    ['/home/me/project/src/a.ts', 'src/a.ts file'],
    ['src/a.ts#L10-20', 'src/a.ts lines 10 20'],
    ['src/a.ts#L20-L10', 'src/a.ts lines 10 20'],
    ['src/a.ts:10-20', 'src/a.ts lines 10 20'],
    ['src/a.ts parse', 'src/a.ts symbol parse'],
    ['src/a.ts parse()', 'src/a.ts symbol parse'],
    ['src/a.ts Store::get', 'src/a.ts symbol Store.get'],
    ['My Notes.md#L3', 'My Notes.md lines 3 3'],
    ['parse', 'src/a.ts symbol parse'],
    ['outline src/b.ts', 'src/b.ts outline'],
    ['- `src/a.ts`', 'src/a.ts file'],
    ['2. src/a.ts', 'src/a.ts file'],
    ['src/a.ts # for the types', 'src/a.ts file'],
    ['src/a.ts (the parser)', 'src/a.ts file'],
    ['src/a.ts#L10-20 - the loop', 'src/a.ts lines 10 20'],
    ['src/\u200ba.ts', 'src/a.ts file'],
  ])('reads %j', (line, expected) => {
    expect(read(fence(line))).toMatchObject({ unknown: [] });
    expect(asked(fence(line))).toEqual([expected]);
  });

  it.each([
    ['src/missing.ts', 'No file has this path.'],
    ['src', 'It is a folder, not a file.'],
    ['index.ts', '2 files may be meant. Give the full path.'],
    ['../../etc/passwd', 'This path goes up with ...'],
    ['/etc/passwd', 'This path is an absolute path.'],
    ['/etc/Makefile', '1 file may be meant. Give the full path.'],
    ['.git/config', "This path is part of Git's own data."],
    ['https://example.com/src/a.ts', 'This path is a URL.'],
    ['outline src/missing.ts', 'No file has this path.'],
    ['src/missing.ts parse', 'No file has this path.'],
    ['shared', 'No file has this path.'],
    ['please show everything!', 'No file has this path.'],
  ])('says why it cannot read %j', (written, reason) => {
    expect(read(fence(written))).toEqual({ requests: [], unknown: [{ written, line: 2, reason }] });
  });

  it('gives the lines of the reply, and each request once', () => {
    const text = `Sure.\n\n${fence('src/a.ts', '', 'nothing', 'src/b.ts', 'a.ts', 'nothing')}\n\nPlease also show \`src/b.ts\`\nand \`Makefile\`.`;
    const { requests, unknown } = read(text);
    expect(requests.map(({ path, line }) => [path, line])).toEqual([
      ['src/a.ts', 4],
      ['src/b.ts', 7],
      ['Makefile', 13],
    ]);
    expect(unknown.map(({ line }) => line)).toEqual([6]);
  });

  it('is read even if its end is missing, or a sentence above it names a file', () => {
    expect(asked('```strata-request\nsrc/a.ts\nsrc/b.ts')).toEqual(['src/a.ts file', 'src/b.ts file']);
    expect(asked(`To change \`src/b.ts\` safely:\n\n${fence('src/a.ts')}`)).toEqual(['src/a.ts file']);
  });
});

describe('a sentence that asks', () => {
  it.each([
    ['Please show `src/a.ts`.', ['src/a.ts file']],
    ['Could you share a.ts?', ['src/a.ts file']],
    ['I need to see `parse` in `src/a.ts`.', ['src/a.ts symbol parse']],
    ['I need to see `parse` in `src/b.ts`.', ['src/a.ts symbol parse', 'src/b.ts file']],
    ['Can you share `shared`?', ['src/a.ts symbol shared', 'src/b.ts symbol shared']],
    ['Please show the Makefile.', ['Makefile file']],
    ['Please show the makefile.', []],
    ['Please show [src/a.ts](src/a.ts).', ['src/a.ts file']],
    ['Please show me how to parse and get the shared store.', []],
    [
      'I need:\n- `src/a.ts`\n  because of `get`\n- `src/b.ts`\n\nThen I can change `Makefile`.',
      ['src/a.ts file', 'src/b.ts file'],
    ],
    ['I need these files:\n\nsrc/a.ts\nsrc/b.ts', ['src/a.ts file', 'src/b.ts file']],
    ['Please show `../../etc/passwd`, `/etc/Makefile`, and `.git/config`.', []],
    ['~~~\nPlease show `src/a.ts`.\n~~~', []],
    ['Run this:\n\n    Please show `src/a.ts`.', []],
  ])('%j', (text, expected) => {
    expect(asked(text)).toEqual(expected);
  });
});

describe('any reply', () => {
  const pieces = fc.oneof(
    anyText,
    fc.constantFrom(
      ...[
        'Please show ',
        'I need to see ',
        'could you share ',
        'if you want ',
        '`src/a.ts`',
        '`parse`',
        ' in ',
      ],
      ...['a.ts', '\n\n', '\n- ', '```strata-request\n', '```\n', '. ', ':\n', '#L1-2', '../', '| ', '`'],
    ),
  );
  const replies = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

  it('asks only for files of the workspace, in order and once', () => {
    fc.assert(
      fc.property(replies, (text) => {
        const { requests, unknown } = read(text);
        const lines = text.split(/\r\n?|\n/).length;
        for (const each of requests) {
          expect(paths).toContain(each.path);
          if (each.kind === 'lines') expect(each.from).toBeLessThanOrEqual(each.to);
          if (each.kind === 'lines') expect(each.from).toBeGreaterThan(0);
        }
        for (const list of [requests, unknown]) {
          const at = list.map(({ line }) => line);
          expect(at).toEqual(at.toSorted((one, other) => one - other));
          expect(at.every((line) => line >= 1 && line <= lines)).toBe(true);
        }
        expect(new Set(requests.map(shown)).size).toBe(requests.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has each line of a request fence as a request or as unknown', () => {
    const lines = fc.array(
      fc
        .oneof(anyText, fc.constantFrom('src/a.ts', 'src/a.ts#L1-2', 'outline Makefile', 'x y z'))
        .map((line) => line.replaceAll(/[\r\n`~]/g, ' ')),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(lines, (all) => {
        const { requests, unknown } = read(fence(...all));
        const filled = all.filter((line) => line.trim() !== '');
        const kinds = new Set([...requests, ...unknown].map(({ line }) => all[line - 2]));
        expect(filled.length === 0).toBe(kinds.size === 0);
        expect(requests.length + unknown.length).toBeLessThanOrEqual(filled.length);
        if (new Set(filled).size === 1) expect(requests.length + unknown.length).toBe(1);
      }),
    );
  });

  const MEGABYTES = 10_000_000;
  const filled = (part: string): string => part.repeat(Math.ceil(MEGABYTES / part.length));

  it.each([
    ['one word', filled('a')],
    ['one sentence', filled('please show `src/a.ts` and ')],
    ['sentences on one line', filled('Please show `src/a.ts`. ')],
    ['ticks', filled('`')],
    ['blanks', `Please show${filled(' ')}\`src/a.ts\``],
    ['lists', `I need:\n${filled('- `src/b.ts` and `nothing`\n')}`],
    ['marks', filled(`Please show a${'!'.repeat(200)}b${'`'.repeat(200)} ${'['.repeat(200)} `)],
    ['dots', `Please show ${filled('.')}a`],
    ['colons', filled(`I need:${':'.repeat(3_000)}a. `)],
    ['paths up', filled('Please show ../../etc/passwd/a.ts. ')],
    ['prefixes of diffs', filled(`Please show ${'a/'.repeat(190)}Makefile. `)],
    ['lines of a fence', fence(...Array.from({ length: 100_000 }, (_, at) => `../../etc/passwd${at}`))],
    ['one line of a fence', fence(filled('src/a.ts '))],
    ['fences that stay open', '```ts\n~~~\n'.repeat(100_000)],
    ['questions', filled('Could you, and or then, ')],
  ])('takes no time over %s', (_, text) => {
    const start = performance.now();
    const { requests } = read(text);
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

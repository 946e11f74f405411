/** A reader that knows only the earlier blocks and the text of an update gets exactly the present blocks. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Parser } from 'commonmark';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { escapePath, unescapePath } from '../compose/escapePath';
import { fenceFor } from '../compose/fence';
import { joinParts } from '../compose/fileBlock';
import { renderFileTree } from '../compose/fileTree';
import { renderTextSection } from '../compose/textSection';
import { fileBlock, textBlock } from '../document/block';
import { bySection } from '../document/layouts/bySection';
import { stable } from '../document/layouts/stable';
import { leadText, measurePlan, planDocument } from '../document/plan';
import { normalizeText } from '../files/normalize';
import { compareRepoPaths, parseRepoPath, type RepoPath } from '../files/repoPath';
import type { TokenCounter } from '../tokens/encoding';
import { renderView } from '../views/renderView';
import { viewKey, type ViewRequest } from '../views/viewRequest';
import { discussionBlocks, renderPlan, type WrittenBlock } from '../../../tests/planned';
import { differencesOf, neededBodies, type PresentBlock } from './differences';
import { DIFF_USES, type DiffUse } from './diffUse';
import { renderUpdate } from './renderUpdate';

type PresentWithBody = PresentBlock & { readonly body: string };

const counter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

it('gives exactly the present blocks, whatever has changed', () => {
  fc.assert(
    fc.property(anyPair(), fc.constantFrom(...DIFF_USES), ({ before, now, gone }, diffs) => {
      const base = documentOf(before);
      const present = documentOf(now);
      const lost = new Set(base.filter((_, at) => gone.has(at)).map(({ hash }) => hash));
      for (const { hash } of present) lost.delete(hash);
      const update = updateOf(base, present, { diffs, lost });
      expect(applied(base, update)).toEqual(contentsOf(present));
    }),
    { numRuns: 200 },
  );
});

interface Printing {
  readonly diffs: DiffUse;
  /** Hashes of bodies that are gone. */
  readonly lost: ReadonlySet<string>;
}

/** The text of the update, whose tokens are counted exactly. */
function updateOf(
  base: readonly PresentWithBody[],
  present: readonly PresentWithBody[],
  { diffs, lost }: Printing,
): string {
  const bodies = new Map([...base, ...present].map(({ hash, body }) => [hash, body]));
  const differences = differencesOf(base, present);
  const needed = neededBodies(differences);
  const blocks = renderUpdate(differences, {
    ...{ diffs, counter },
    bodyOf: (hash) => (needed.has(hash) && !lost.has(hash) ? bodies.get(hash) : undefined),
  });
  const text = renderPlan(blocks, ({ body }) => body);
  const { tokens } = measurePlan(blocks, {
    body: ({ measure }) => measure,
    lead: (lead) => counter.count(leadText(lead)),
  });
  expect(tokens).toBe(counter.count(text));
  return text;
}

/** Bodies by what they are about, except the task; messages in their order. */
type Contents = ReadonlyMap<string, string>;

function contentsOf(blocks: readonly PresentWithBody[]): Contents {
  let messages = 0;
  return new Map(
    blocks.map(({ key, body }) => [key.startsWith('history:') ? `message ${(messages += 1)}` : key, body]),
  );
}

function applied(base: readonly PresentWithBody[], update: string): Contents {
  const [head = '', ...printed] = piecesOf(update);
  const contents = new Map(contentsOf(base));
  contents.delete('section:task');
  const texts = new Map(printed.map((piece) => [idOf(piece), withoutLead(piece)]));
  expect(texts.size).toBe(printed.length);
  const take = (id: string): string | undefined => {
    const text = texts.get(id);
    texts.delete(id);
    return text;
  };
  for (const { id, what, from, isDiff } of linesOf(head)) {
    const text = take(id);
    const old = contents.get(from ?? id);
    expect(old === undefined).toBe(what === 'added');
    if (what === 'removed' || from !== undefined) contents.delete(from ?? id);
    if (what === 'removed') expect(text).toBeUndefined();
    else if (from !== undefined) contents.set(id, text ?? movedTo(id, old ?? ''));
    else contents.set(id, isDiff ? patched(old ?? '', text ?? '') : (text ?? 'not printed'));
  }
  const task = take('section:task');
  if (task !== undefined) contents.set('section:task', task);
  expect([...texts.keys()]).toEqual([]);
  return contents;
}

/** The blocks as printed, with leads. */
function piecesOf(update: string): readonly string[] {
  const lines = update.split('\n');
  const pieces: string[] = [];
  let start = 0;
  for (let node = new Parser().parse(update).firstChild; node !== null; node = node.next) {
    if (node.type !== 'thematic_break') continue;
    const rule = node.sourcepos[0][0] - 1;
    pieces.push(lines.slice(start, rule - 1).join('\n'));
    start = rule + 2;
  }
  return [...pieces, lines.slice(start, -1).join('\n')];
}

const LEAD =
  /^## (?:Files(?: \(Summary\))?|Discussion History|Symbol Map(?=\n\n[`~]+text\n(?:# legend |.*:\n)))\n\n/;

function withoutLead(piece: string): string {
  return piece.replace(LEAD, '');
}

function idOf(piece: string): string {
  const [first = '', second = ''] = withoutLead(piece).split('\n', 2);
  if (/^[`~]{3}/.test(first))
    return second.startsWith('# legend')
      ? 'section:symbolMap'
      : `symbol:${unescapePath(second.slice(0, -1))}`;
  const path = /^### `(.*)`$/.exec(first)?.[1];
  if (path !== undefined) return `file:${unescapePath(path)}`;
  return idOfName(first.replace(/^#+ /, ''));
}

function idOfName(name: string): string {
  return name.startsWith('Discussion Excerpt ')
    ? `message ${name.slice('Discussion Excerpt '.length)}`
    : `section:${SECTION_IDS[name]}`;
}

const SECTION_IDS: Readonly<Record<string, string>> = {
  ...{ Instructions: 'instructions', 'File Tree': 'fileTree', Task: 'task' },
  ...{ 'Symbol Map': 'symbolMap', 'Symbol Map legend': 'symbolMap' },
};

interface Line {
  readonly id: string;
  readonly what: string;
  readonly from: string | undefined;
  readonly isDiff: boolean;
}

function linesOf(head: string): readonly Line[] {
  const [title, , sentence, , ...lines] = head.split('\n');
  expect(title).toBe('## Update');
  expect(sentence).toMatch(lines.length === 0 ? /^Nothing .* has changed\.$/ : /^This updates /);
  return lines.map((line) => {
    const [, map, path, name = '', what = '', from, diff] =
      /^- (?:(map of )?`([^`]+)`|([^`]+)): (added|changed|removed|now [a-z ]+|moved from `([^`]+)`)( \(diff\))?$/.exec(
        line,
      ) ?? [];
    if (what === '') throw new Error(`not a line of the list: ${line}`);
    const kind = map === undefined ? 'file' : 'symbol';
    return {
      id: path === undefined ? idOfName(name) : `${kind}:${unescapePath(path)}`,
      what,
      from: from && `file:${unescapePath(from)}`,
      isDiff: diff !== undefined,
    };
  });
}

function movedTo(id: string, old: string): string {
  return `### \`${escapePath(id.slice('file:'.length))}\`${old.slice(old.indexOf('\n'))}`;
}

/** Applies a strict patch to the fenced text of a block. */
function patched(old: string, diff: string): string {
  const oldLines = old.split('\n');
  const diffLines = diff.split('\n');
  expect(diffLines[0]).toBe(oldLines[0]);
  expect(diffLines[2]).toBe(`${/^[`~]+/.exec(diffLines[2] ?? '')?.[0]}diff`);
  const name = escapePathOf(oldLines[0] ?? '');
  expect(diffLines.slice(3, 5)).toEqual([`--- a/${name}`, `+++ b/${name}`]);
  const text = patchedLines(oldLines.slice(3, -1), diffLines.slice(5, -1));
  return [...oldLines.slice(0, 3), ...text, ...oldLines.slice(-1)].join('\n');
}

function escapePathOf(heading: string): string {
  return heading.slice('### `'.length, -1);
}

function patchedLines(old: readonly string[], patch: readonly string[]): readonly string[] {
  const result: string[] = [];
  let at = 0;
  for (let next = 0; next < patch.length;) {
    const [start, oldCount, , newCount] = (
      /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(patch[next++] ?? '') ?? []
    )
      .slice(1)
      .map(Number) as [number, number, number, number];
    const first = oldCount === 0 ? start : start - 1;
    result.push(...old.slice(at, first));
    at = first;
    for (let left = oldCount, right = newCount; left > 0 || right > 0;) {
      const line = patch[next++] ?? '';
      const [sign, text] = [line.charAt(0), line.slice(1)];
      if (sign !== '+') {
        expect(old[at++]).toBe(text);
        left -= 1;
      }
      if (sign !== '-') {
        result.push(text);
        right -= 1;
      }
    }
  }
  return [...result, ...old.slice(at)];
}

interface ShownFile {
  readonly path: RepoPath;
  readonly text: string;
  readonly view: ViewRequest;
}

interface Composition {
  readonly files: readonly ShownFile[];
  readonly instructions: string;
  readonly withTree: boolean;
  readonly messages: readonly string[];
  readonly task: string;
  readonly filesHeading: string;
  /** Files with a block in the symbol map, with its text. */
  readonly map: ReadonlyMap<RepoPath, string>;
  /** Arranges blocks by their place here; undefined for the layout by section, which joins the symbol map. */
  readonly places: readonly number[] | undefined;
}

function documentOf(composition: Composition): readonly PresentWithBody[] {
  const { filesHeading, places, files } = composition;
  const blocks = blocksOf(composition);
  const layout =
    places === undefined
      ? bySection(filesHeading)
      : stable(filesHeading, new Map(blocks.map(({ key }, at) => [key, places[at % places.length] ?? 0])));
  const messages = blocks.filter(({ section }) => section === 'discussion');
  const stateOf = new Map(files.map(({ path, text, view }) => [`file:${path}`, `${viewKey(view)} ${text}`]));
  const modeOf = new Map(files.map(({ path, view }) => [`file:${path}`, view.mode]));
  let spoken = 0;
  return planDocument(blocks, layout).map(({ key, section, lead, body }) => {
    // Messages stay in their order wherever the layout puts them.
    const message = section === 'discussion' ? messages[spoken++] : undefined;
    return {
      ...{ key: message?.key ?? key, body: message?.body ?? body, lead },
      hash: hashOf(message?.body ?? body),
      ...{ state: stateOf.get(key) ?? '', mode: modeOf.get(key) ?? '' },
    };
  });
}

function blocksOf({
  files,
  instructions,
  withTree,
  messages,
  task,
  map,
  places,
}: Composition): readonly WrittenBlock[] {
  const paths = files.map(({ path }) => path);
  const sections = {
    instructions: renderTextSection('## Instructions', [instructions]),
    fileTree: withTree ? renderFileTree('## File Tree', paths) : '',
    symbolMap:
      places === undefined && map.size > 0
        ? `## Symbol Map\n\n${fenced(['# all', ...map.values()].join('\n'))}`
        : '',
    task: renderTextSection('## Task', [task]),
  };
  return [
    ...(['instructions', 'fileTree', 'symbolMap', 'task'] as const)
      .map((section) => ({ ...textBlock(section), body: sections[section] }))
      .filter(({ body }) => body !== ''),
    ...(places === undefined ? [] : mapBlocks(map)),
    ...files
      .toSorted((one, other) => compareRepoPaths(one.path, other.path))
      .map((file) => ({ ...fileBlock(file.path, file.view), body: fileBody(file) })),
    ...discussionBlocks(messages.map((content) => ({ role: 'AI', content }))),
  ];
}

function mapBlocks(map: Composition['map']): readonly WrittenBlock[] {
  const legend = { ...textBlock('symbolMap'), body: fenced(`# legend ${map.size}`) };
  const blocks = Array.from(map, ([path, text]) => ({
    ...textBlock('symbolMap', `symbol:${path}`),
    body: fenced(`${escapePath(path)}:\n${text}`),
  }));
  return blocks.length === 0 ? [] : [legend, ...blocks];
}

function fenced(text: string): string {
  const fence = fenceFor(text);
  return `${fence}text\n${text}\n${fence}`;
}

function fileBody({ path, text, view }: ShownFile): string {
  const reason = text.length % 2 === 0 ? ({ kind: 'no-grammar' } as const) : ({ kind: 'too-slow' } as const);
  return joinParts(renderView(view, { path, text, reason }).parts);
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

interface Pair {
  readonly before: Composition;
  readonly now: Composition;
  /** Places of earlier blocks whose texts are gone. */
  readonly gone: ReadonlySet<number>;
}

function anyPair(): fc.Arbitrary<Pair> {
  return fc
    .record({
      files: fc.array(fc.record({ file: anyFile(), change: anyChange() }), { maxLength: 6 }),
      added: fc.array(anyFile(), { maxLength: 2 }),
      texts: fc.record({ before: anyTexts(), now: anyTexts(), kept: fc.boolean() }),
      messages: fc.array(anyText(), { maxLength: 4 }),
      spoken: fc.array(anyEdit(anyText()), { maxLength: 2 }),
      gone: fc.array(fc.nat(12), { maxLength: 4 }),
    })
    .map(({ files, added, texts, messages, spoken, gone }) => {
      const before = files.map(({ file }) => file);
      const now = [...files.flatMap(({ file, change }) => change(file)), ...added];
      return {
        before: { ...texts.before, ...withFiles(before), messages },
        now: {
          ...(texts.kept ? texts.before : texts.now),
          ...withFiles(now),
          messages: edited(messages, spoken),
        },
        gone: new Set(gone),
      };
    });
}

function withFiles(files: readonly (ShownFile & { symbols: string })[]): Pick<Composition, 'files' | 'map'> {
  const byPath = [...new Map(files.map((file) => [file.path, file])).values()];
  return {
    files: byPath,
    map: new Map(byPath.filter(({ symbols }) => symbols !== '').map(({ path, symbols }) => [path, symbols])),
  };
}

type MappedFile = ShownFile & { readonly symbols: string };

function anyTexts(): fc.Arbitrary<Omit<Composition, 'files' | 'map' | 'messages'>> {
  return fc.record({
    ...{ instructions: anyText(), task: anyText(), withTree: fc.boolean() },
    filesHeading: fc.constantFrom('## Files', '## Files (Summary)'),
    places: fc.option(fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }), { nil: undefined }),
  });
}

function anyFile(): fc.Arbitrary<MappedFile> {
  return fc.record({
    path: anyPath(),
    text: fc.array(anyLine(), { maxLength: 40 }).map(textOf),
    view: fc.oneof(
      { weight: 3, arbitrary: fc.constant({ mode: 'full' } as const) },
      { weight: 1, arbitrary: anyView() },
    ),
    symbols: fc.oneof(fc.constant(''), anyLine().map(textOf)),
  });
}

function anyView(): fc.Arbitrary<ViewRequest> {
  return fc.constantFrom<ViewRequest>(
    { mode: 'outline' },
    { mode: 'summary' },
    { mode: 'none' },
    { mode: 'custom', slices: [] },
  );
}

/** Turns a file into those that take its place. */
function anyChange(): fc.Arbitrary<(file: MappedFile) => readonly MappedFile[]> {
  const edits = fc.array(anyEdit(anyLine()), { minLength: 1, maxLength: 3 });
  const another = fc.tuple(anyPath(), edits);
  return fc.oneof(
    fc.constant((file: MappedFile) => [file]),
    fc.constant(() => []),
    edits.map((list) => (file: MappedFile) => [withEdits(file, list)]),
    edits.map((list) => (file: MappedFile) => [withEdits(file, list)]),
    anyView().map((view) => (file: MappedFile) => [{ ...file, view }]),
    anyPath().map((path) => (file: MappedFile) => [{ ...file, path }]),
    another.map(([path, list]) => (file: MappedFile) => [withEdits({ ...file, path }, list)]),
    anyLine().map((line) => (file: MappedFile) => [{ ...file, symbols: textOf([line]) }]),
  );
}

function withEdits(file: MappedFile, edits: readonly Edit<string>[]): MappedFile {
  return { ...file, text: textOf(edited(file.text.split('\n'), edits)) };
}

interface Edit<T> {
  readonly place: number;
  readonly removed: number;
  readonly inserted: readonly T[];
}

function anyEdit<T>(item: fc.Arbitrary<T>): fc.Arbitrary<Edit<T>> {
  return fc.record({
    place: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    removed: fc.nat(2),
    inserted: fc.array(item, { maxLength: 2 }),
  });
}

function edited<T>(items: readonly T[], edits: readonly Edit<T>[]): readonly T[] {
  return edits.reduce(
    (all, { place, removed, inserted }) =>
      all.toSpliced(Math.round(place * all.length), removed, ...inserted),
    items,
  );
}

/** A file's text is normalized. */
function textOf(lines: readonly string[] | string): string {
  return normalizeText(typeof lines === 'string' ? lines : lines.join('\n')).text;
}

function anyPath(): fc.Arbitrary<RepoPath> {
  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      'é',
      '文',
      '/',
      '.ts',
      '.md',
      '.patch',
      '.json',
      '"',
      "'",
      '`',
      '``',
      '\n',
      '\r',
      '\t',
      ' ',
      '#',
      '..a',
      '- ',
      ': added',
    ],
    ...['\u202e', '\u200b', '\u2028', '<b>', '|', '~~~', '--- a/', '$&', '%', '[x](y)'],
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((pieces) => parseRepoPath(pieces.join('')))
    .filter((parsed) => parsed.kind === 'path')
    .map((parsed) => parsed.path);
}

function anyLine(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      ...[
        '```',
        '````',
        '```diff',
        '`````',
        '~~~',
        '~~~~',
        '`'.repeat(65),
        '~'.repeat(70),
        '---',
        '***',
        '\n---\n',
        '## Update',
        '## Files',
      ],
      ...[
        '### `b`',
        '- `a.ts`: removed',
        '--- a/b',
        '+++ b/b',
        '-- a/b',
        '++ b/b',
        '@@ -1,1 +1,1 @@',
        '\\ No newline at end of file',
      ],
      ...[
        '<!--',
        '<pre>',
        '<script>',
        '\r',
        'x\ry',
        '\t',
        ' ',
        '',
        '',
        '/',
        '//',
        '+',
        '-',
        ' a',
        '\0',
        '\u2028',
        'Index: a',
        'diff a b',
      ],
    ),
    fc.constantFrom('return value;', 'const x = 1;', '}', 'def f():', 'token = "abcdefgh12345678"'),
    fc.nat(99).map((number) => `line ${number} of a text that is not short`),
  );
}

/** The user's Markdown, without a rule at top level: it would look like the end of a block in any document. */
function anyText(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...[
      '```',
      '~~~',
      '<!--',
      '<pre>',
      '</pre>',
      '- x',
      '> y',
      '1. ',
      '### `a.ts`',
      '## Files',
      '- `a.ts`: removed',
      'text',
      '\n',
      '\n\n',
      ' ',
      '/',
      '@@',
    ],
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
}

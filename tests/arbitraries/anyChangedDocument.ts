/** Documents before and after a change, as differently as users and files can make them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { escapePath } from '../../src/core/compose/escapePath';
import { fenceFor } from '../../src/core/compose/fence';
import { joinParts } from '../../src/core/compose/fileBlock';
import { renderFileTree } from '../../src/core/compose/fileTree';
import { renderTextSection } from '../../src/core/compose/textSection';
import { fileBlock, textBlock } from '../../src/core/document/block';
import { bySection } from '../../src/core/document/layouts/bySection';
import { stable } from '../../src/core/document/layouts/stable';
import { planDocument } from '../../src/core/document/plan';
import { normalizeText } from '../../src/core/files/normalize';
import { compareRepoPaths, parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';
import type { PresentBlock } from '../../src/core/update/differences';
import { renderView } from '../../src/core/views/renderView';
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import { discussionBlocks, type WrittenBlock } from '../planned';

export type PresentWithBody = PresentBlock & { readonly body: string };

export interface ChangedDocument {
  readonly before: readonly PresentWithBody[];
  readonly now: readonly PresentWithBody[];
  /** Places of earlier blocks whose texts are gone. */
  readonly gone: ReadonlySet<number>;
}

export function anyChangedDocument(): fc.Arbitrary<ChangedDocument> {
  return anyPair().map(({ before, now, gone }) => ({
    before: documentOf(before),
    now: documentOf(now),
    gone,
  }));
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

/** Three Markdown parsers recover exactly the files and texts of any document. */
import { Parser, type Node } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../files/language';
import { normalizeText } from '../files/normalize';
import { orderItems } from '../items/effectiveView';
import { defaultItem } from '../items/fileItem';
import { compareRepoPaths, parseRepoPath, type RepoPath } from '../files/repoPath';
import { SEPARATOR } from '../compose/separator';
import { unescapePath } from '../compose/escapePath';
import { fileBlockParts, joinParts, missingMessage, noticeBlock } from '../compose/fileBlock';
import { renderFileTree } from '../compose/fileTree';
import { renderTextSection } from '../compose/textSection';
import type { Message } from '../conversation/discussion';
import { fileBlock, textBlock } from './block';
import { bySection } from './layouts/bySection';
import { partOf, planDocument } from './plan';
import { discussionBlocks, renderPlan, type WrittenBlock } from '../../../tests/planned';

/** One block at top level, as a parser sees it. */
type Seen =
  | { kind: 'rule' | 'paragraph' }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'path'; level: number; path: string }
  | { kind: 'fence'; info: string; text: string }
  | { kind: 'other'; type: string };

type Located = Seen & { line: number };

interface SourceFile {
  readonly path: RepoPath;
  /** Undefined for a file that is missing. */
  readonly text: string | undefined;
}

const LAYOUT = bySection('## Files');

describe('a document', () => {
  const file = fc.record({ path: anyPath(), text: fc.option(anyText(), { nil: undefined, freq: 8 }) });
  const files = fc.uniqueArray(file, { selector: (each) => each.path, maxLength: 4 });
  const userText = fc.oneof({ weight: 4, arbitrary: anyText() }, { weight: 1, arbitrary: fc.constant('') });

  const messages = fc.array(fc.record({ role: fc.oneof(fc.constant('AI'), anyText()), content: userText }), {
    maxLength: 2,
  });

  const parsers = Object.entries({
    commonmark: seenByCommonmark,
    'markdown-it': seenByMarkdownIt({}),
    'markdown-it with HTML': seenByMarkdownIt({ html: true }),
    marked: seenByMarked,
  });

  it('gives back its files and contents, and nothing else at top level, to every parser', () => {
    fc.assert(
      fc.property(files, userText, userText, messages, (sources, instructions, task, entries) => {
        const blocks = compose(sources, instructions, task, entries);
        const document = render(blocks);
        const expected = expectedFiles(sources);
        for (const [name, parse] of parsers) {
          const seen = parse(document);
          const first = (section: string): Seen | undefined => within(seen, blocks, section)[0];
          expect(within(seen, blocks, 'files'), name).toEqual(expected);
          expect(first('instructions'), name).toEqual(headingIf(instructions, 'Instructions'));
          const talk = entries.map(({ content }) => content).join('');
          expect(first('discussion'), name).toEqual(headingIf(talk, 'Discussion History'));
          expect(first('task'), name).toEqual(headingIf(task, 'Task'));
          if (sources.length > 0) expect(within(seen, blocks, 'fileTree'), name).toHaveLength(2);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('has the same static part with and without a discussion, and it is a prefix of both', () => {
    fc.assert(
      fc.property(files, userText, userText, messages, (sources, instructions, task, entries) => {
        const talking = compose(sources, instructions, task, entries);
        const silent = compose(sources, instructions, task);
        const part = render(partOf(talking, 'static', LAYOUT));
        expect(part).toBe(render(partOf(silent, 'static', LAYOUT)));
        for (const whole of [render(talking), render(silent)])
          expect(whole.startsWith(part.slice(0, -1))).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  it('has the same bytes whatever order its files and sections come in', () => {
    fc.assert(
      fc.property(
        files.chain((sources) =>
          fc.tuple(fc.constant(sources), fc.shuffledSubarray(sources, { minLength: sources.length })),
        ),
        ([sources, shuffled]) => {
          expect(render(compose(shuffled, 'a', 'b'))).toBe(render(compose(sources, 'a', 'b')));
        },
      ),
      { numRuns: 1_500 },
    );
  });
});

function compose(
  sources: readonly SourceFile[],
  instructions: string,
  task: string,
  messages: readonly Pick<Message, 'role' | 'content'>[] = [],
): readonly WrittenBlock[] {
  const texts = {
    task: renderTextSection('## Task', [task]),
    instructions: renderTextSection('## Instructions', [instructions]),
    fileTree: renderFileTree(
      '## File Tree',
      sources.map((source) => source.path),
    ),
  };
  const textByPath = new Map(sources.map(({ path, text }) => [path, text]));
  const blocks = [
    ...orderItems(sources.map(({ path }) => defaultItem(path))).map(({ path }) => ({
      ...fileBlock(path, { mode: 'full' }),
      body: fileBody(path, textByPath.get(path)),
    })),
    ...discussionBlocks(messages),
    ...(['task', 'fileTree', 'instructions'] as const)
      .map((section) => ({ ...textBlock(section), body: texts[section] }))
      .filter(({ body }) => body !== ''),
  ];
  return planDocument<WrittenBlock>(blocks, LAYOUT);
}

const render = (plan: readonly WrittenBlock[]): string => renderPlan(plan, ({ body }) => body);

function fileBody(path: RepoPath, text: string | undefined): string {
  if (text === undefined) return noticeBlock(path, missingMessage(path));
  return joinParts(fileBlockParts(path, languageOf(path).fence, normalizeText(text).text));
}

function expectedFiles(sources: readonly SourceFile[]): readonly Seen[] {
  if (sources.length === 0) return [];
  const sorted = sources.toSorted((a, b) => compareRepoPaths(a.path, b.path));
  const blocks = sorted.map(({ path, text }): readonly Seen[] => [
    { kind: 'path', level: 3, path },
    text === undefined
      ? { kind: 'paragraph' }
      : { kind: 'fence', info: languageOf(path).fence, text: withFinalLineEnd(normalizeText(text).text) },
  ]);
  const rule: Seen = { kind: 'rule' };
  return [
    { kind: 'heading', level: 2, text: 'Files' },
    ...blocks.flatMap((block, i) => (i === 0 ? block : [rule, ...block])),
  ];
}

function headingIf(text: string, heading: string): Seen | undefined {
  return normalizeText(text).text.trim() === '' ? undefined : { kind: 'heading', level: 2, text: heading };
}

function withFinalLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The blocks that begin in the lines of one section, without the rule after it. */
function within(seen: readonly Located[], blocks: readonly WrittenBlock[], section: string): readonly Seen[] {
  const own = blocks.filter((block) => block.section === section);
  const start = blocks.findIndex((block) => block.section === section);
  if (start < 0) return [];
  const before = start === 0 ? '' : render(blocks.slice(0, start)).slice(0, -1) + SEPARATOR;
  const first = lineCount(before);
  const last = first + lineCount(render(own));
  return seen.filter(({ line }) => line >= first && line < last).map(({ line: _, ...rest }) => rest);
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}

function seenByCommonmark(document: string): readonly Located[] {
  const seen: Located[] = [];
  for (let node = new Parser().parse(document).firstChild; node !== null; node = node.next) {
    seen.push({ ...commonmarkBlock(node), line: node.sourcepos[0][0] - 1 });
  }
  return seen;
}

function commonmarkBlock(node: Node): Seen {
  switch (node.type) {
    case 'thematic_break':
      return { kind: 'rule' };
    case 'heading': {
      const only = node.firstChild;
      if (only?.type === 'code' && only.next === null)
        return { kind: 'path', level: node.level, path: unescapePath(only.literal ?? '') };
      return { kind: 'heading', level: node.level, text: only?.literal ?? '' };
    }
    case 'code_block':
      return { kind: 'fence', info: node.info ?? 'indented', text: node.literal ?? '' };
    case 'paragraph':
      return { kind: 'paragraph' };
    default:
      return { kind: 'other', type: node.type };
  }
}

function seenByMarkdownIt(options: { html?: boolean }): (document: string) => readonly Located[] {
  const parser = new MarkdownIt(options);
  return (document) => {
    const tokens = parser.parse(document, {});
    return tokens.flatMap((token, i): Located[] => {
      if (token.level !== 0 || token.nesting < 0) return [];
      const line = token.map?.[0] ?? -1;
      if (token.type === 'hr') return [{ kind: 'rule', line }];
      if (token.type === 'fence') return [{ kind: 'fence', info: token.info, text: token.content, line }];
      if (token.type === 'paragraph_open') return [{ kind: 'paragraph', line }];
      if (token.type !== 'heading_open') return [{ kind: 'other', type: token.type, line }];
      const children = tokens[i + 1]?.children ?? [];
      const level = Number(token.tag.slice(1));
      const only = children.length === 1 ? children[0] : undefined;
      if (only?.type === 'code_inline')
        return [{ kind: 'path', level, path: unescapePath(only.content), line }];
      return [{ kind: 'heading', level, text: only?.content ?? '', line }];
    });
  };
}

function seenByMarked(document: string): readonly Located[] {
  let line = 0;
  return marked.lexer(document).flatMap((token): Located[] => {
    const block = markedBlock(token);
    const at = line + (/^\n*/.exec(token.raw)?.[0].length ?? 0);
    line += lineCount(token.raw);
    return block === undefined ? [] : [{ ...block, line: at }];
  });
}

function markedBlock(token: Token): Seen | undefined {
  switch (token.type) {
    case 'space':
      return undefined;
    case 'hr':
      return { kind: 'rule' };
    case 'heading': {
      const only: Token | undefined = token.tokens?.length === 1 ? token.tokens[0] : undefined;
      if (only?.type === 'codespan')
        return { kind: 'path', level: token['depth'], path: unescapePath(only['text']) };
      return { kind: 'heading', level: token['depth'], text: token['text'] };
    }
    case 'code': {
      // `text` lacks the last LF, so that an empty fence and a fence of one empty line look alike.
      const inner = token.raw.trimEnd().split('\n').slice(1, -1);
      return {
        kind: 'fence',
        info: token['lang'] ?? 'indented',
        text: inner.map((text) => `${text}\n`).join(''),
      };
    }
    case 'paragraph':
      return { kind: 'paragraph' };
    default:
      return { kind: 'other', type: token.type };
  }
}

function anyPath(): fc.Arbitrary<RepoPath> {
  const piece = fc.oneof(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '\n',
      '\r',
      '\t',
      ' ',
      '  ',
      '#',
      '# ',
      '### ',
      '*',
      '_',
      '[',
      ']',
      '(',
      '<img src=x>',
      '&lt;',
      '"',
    ),
    fc.constantFrom(
      '\u202e',
      '\u200b',
      '\u2028',
      '\u2029',
      '\u0085',
      '\u00a0',
      '\ud800',
      '\udc00',
      '😀',
      '\u{e0041}',
      '|',
      '~~~',
      '\\',
      '$&',
      '%',
    ),
    fc.constantFrom('a', 'b', 'é', '/', '.ts', '.md', '.py', '__proto__', 'constructor', 'Dockerfile'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => parseRepoPath(pieces.join('')))
    .filter((parsed) => parsed.kind === 'path')
    .map((parsed) => parsed.path);
}

function anyText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      '`',
      '```',
      '````',
      '`````',
      '~~~',
      '~~~~',
      '```ts',
      '~~~ text',
      '`'.repeat(65),
      '~'.repeat(70),
    ),
    fc.constantFrom(
      '## Files',
      '### `secrets.env`',
      '## File: secrets.env',
      '---',
      '\n---\n',
      '===',
      '***',
      '## Task',
    ),
    fc.constantFrom('\n', '\n', '\n\n', '\r', '\r\n', ' ', '    ', '\t', '   '),
    fc.constantFrom(
      '- ',
      '* ',
      '1. ',
      '> ',
      '>',
      '+ ',
      '- - ',
      '[a]: /b',
      '[Files]: x',
      '[a]',
      '\\',
      '&amp;',
      '![x](y)',
    ),
    fc.constantFrom(
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<pre>',
      '</pre>',
      '<style',
      '<textarea>',
      '<?php',
      '?>',
      '<!DOCTYPE',
      '>',
      '<![CDATA[',
      ']]>',
      '<div>',
      '</div>',
      '<a>',
      '<!-->',
    ),
    fc.constantFrom(
      '\0',
      '\u202e',
      '\u200b',
      '\u2028',
      '\ufeff',
      '\ud800',
      '\udfff',
      '😀',
      '\f',
      '\v',
      '\u0085',
      'a',
      'text',
      '|',
      '<|endoftext|>',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  return fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
}

/** The files that a Markdown parser finds in a document, to test that it gives back every file and nothing else. */
import { Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { unescapePath } from '../../src/core/compose/escapePath';

/** A block at the document's top level. A file's heading is a single code span. */
export type TopBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'fence'; readonly text: string }
  | { readonly kind: 'rule' | 'paragraph' | 'other' };

export interface FoundFile {
  readonly path: string;
  /** Undefined if a notice replaces the text. */
  readonly text: string | undefined;
}

export const parsers: Readonly<Record<string, (markdown: string) => readonly TopBlock[]>> = {
  commonmark: byCommonmark,
  'markdown-it': byMarkdownIt,
  marked: byMarked,
};

/** The files of a document that contains nothing else; throws at the first block that belongs to no file. */
export function onlyFiles(blocks: readonly TopBlock[]): readonly FoundFile[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'heading' || first.text !== 'Files') throw new Error('does not begin with ## Files');
  const files: FoundFile[] = [];
  for (let at = 0; at < rest.length; at += 3) {
    const [heading, body, rule] = rest.slice(at, at + 3);
    if (heading?.kind !== 'path' || (body?.kind !== 'fence' && body?.kind !== 'paragraph'))
      throw new Error(`block ${at} is ${heading?.kind}, then ${body?.kind}, after ${files.at(-1)?.path}`);
    if (rule !== undefined && rule.kind !== 'rule') throw new Error(`no rule after ${heading.path}`);
    files.push({ path: heading.path, text: body.kind === 'fence' ? body.text : undefined });
  }
  return files;
}

function byCommonmark(markdown: string): readonly TopBlock[] {
  const blocks: TopBlock[] = [];
  for (let node = new Parser().parse(markdown).firstChild; node !== null; node = node.next) {
    const only = node.firstChild;
    if (node.type === 'thematic_break') blocks.push({ kind: 'rule' });
    else if (node.type === 'paragraph') blocks.push({ kind: 'paragraph' });
    else if (node.type === 'code_block') blocks.push({ kind: 'fence', text: node.literal ?? '' });
    else if (node.type !== 'heading') blocks.push({ kind: 'other' });
    else blocks.push(headingOf(only?.next === null && only.type === 'code', only?.literal ?? ''));
  }
  return blocks;
}

function byMarkdownIt(markdown: string): readonly TopBlock[] {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens.flatMap((token, at): TopBlock[] => {
    if (token.level !== 0 || token.nesting < 0) return [];
    if (token.type === 'hr') return [{ kind: 'rule' }];
    if (token.type === 'paragraph_open') return [{ kind: 'paragraph' }];
    if (token.type === 'fence') return [{ kind: 'fence', text: token.content }];
    if (token.type !== 'heading_open') return [{ kind: 'other' }];
    const children = tokens[at + 1]?.children ?? [];
    const isCode = children.length === 1 && children[0]?.type === 'code_inline';
    return [headingOf(isCode, children[0]?.content ?? '')];
  });
}

function byMarked(markdown: string): readonly TopBlock[] {
  return marked.lexer(markdown).flatMap((token): TopBlock[] => {
    if (token.type === 'space') return [];
    if (token.type === 'hr') return [{ kind: 'rule' }];
    if (token.type === 'paragraph') return [{ kind: 'paragraph' }];
    // `text` lacks the last line feed, so an empty fence and one with an empty line look alike.
    if (token.type === 'code') {
      const inner = token.raw.trimEnd().split('\n').slice(1, -1);
      return [{ kind: 'fence', text: inner.map((line) => `${line}\n`).join('') }];
    }
    if (token.type !== 'heading') return [{ kind: 'other' }];
    const only = token.tokens?.length === 1 ? token.tokens[0] : undefined;
    return [
      headingOf(only?.type === 'codespan', only !== undefined && 'text' in only ? String(only.text) : ''),
    ];
  });
}

function headingOf(isCode: boolean, text: string): TopBlock {
  return isCode ? { kind: 'path', path: unescapePath(text) } : { kind: 'heading', text };
}

import type { FileImport } from '../facts/fileFacts';
import { createOpenElements, type OpenElement } from './openElements';
import type { MutableSymbol, Part, PartsRules, Scan, ScannedSymbol } from './rules';
import { attributeOf, tagsOf, type OpenTag, type TagSyntax } from './tags';

export const html: PartsRules = {
  kind: 'parts',
  id: 'html',
  family: 'markup',
  scan: scanHtml,
  parts: htmlParts,
};

const SYNTAX: TagSyntax = { raw: new Set(['script', 'style', 'textarea', 'title', 'xmp']), braces: false };

/** Elements without content. */
export const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Elements whose closing tag is optional, and the tags that end them. */
const ENDED_BY: ReadonlyMap<string, RegExp> = new Map([
  ['li', /^li$/],
  ['dt', /^d[dt]$/],
  ['dd', /^d[dt]$/],
  ['option', /^opt(?:ion|group)$/],
  ['td', /^(?:t[dhr]|tbody|tfoot)$/],
  ['th', /^(?:t[dhr]|tbody|tfoot)$/],
  ['tr', /^(?:tr|tbody|tfoot)$/],
  [
    'p',
    /^(?:address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/,
  ],
]);

const MAX_SYMBOLS = 5_000;
const MAX_DEPTH = 8;
const MAX_NAME = 120;

interface Section {
  readonly level: number;
  readonly symbol: number;
  /** Number of open elements around the heading. A section ends with its enclosing element. */
  readonly elements: number;
}

/** Finds headings with their sections, elements with an id, scripts and styles. */
function scanHtml(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const open = createOpenElements<OpenElement>(symbols, (_, start) => {
    endSections(start, ({ elements }) => elements > open.count);
  });
  const sections: Section[] = [];
  /** The heading whose text is being read. */
  let heading: { readonly symbol: number; readonly from: number; readonly name: string } | undefined;

  function declare(kind: ScannedSymbol['kind'], name: string, start: number): number {
    const depth = open.named + sections.length;
    if (symbols.length >= MAX_SYMBOLS || depth > MAX_DEPTH) return -1;
    symbols.push({ kind, name: name.slice(0, MAX_NAME), depth, start, end: text.length });
    return symbols.length - 1;
  }

  function endSections(at: number, isOver: (section: Section) => boolean): void {
    for (let last = sections.at(-1); last !== undefined && isOver(last); last = sections.at(-1)) {
      const symbol = symbols[last.symbol];
      if (symbol !== undefined) symbol.end = at;
      sections.pop();
    }
  }

  for (const tag of tagsOf(text, SYNTAX)) {
    const name = tag.name.toLowerCase();
    if (tag.kind === 'close') {
      if (heading !== undefined && heading.name === name) {
        const symbol = symbols[heading.symbol];
        if (symbol !== undefined)
          symbol.name = plainText(text.slice(heading.from, Math.min(tag.start, heading.from + 1_000)));
        heading = undefined;
      }
      open.close(name, tag.start, tag.end);
      continue;
    }
    const last = open.innermost;
    if (last !== undefined && ENDED_BY.get(last.name)?.test(name) === true)
      open.close(last.name, tag.start, tag.start);
    const id = attributeOf(tag, 'id');
    const source = importOf(name, tag);
    if (source !== undefined)
      imports.push({ kind: 'import', sources: [source], start: tag.start, end: tag.end });
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) {
      endSections(tag.start, (section) => section.level >= Number(level));
      const symbol = declare('Heading', '(untitled)', tag.start);
      if (symbol >= 0) sections.push({ level: Number(level), symbol, elements: open.count });
      heading = { symbol, from: tag.end, name };
      continue;
    }
    if (tag.rawEnd !== undefined) {
      const isEmpty = text.slice(tag.end, Math.min(tag.rawEnd, tag.end + 1_000)).trim() === '';
      const symbol =
        isEmpty || !/^(?:script|style)$/.test(name)
          ? -1
          : declare('Module', id === undefined ? name : `${name}#${id}`, tag.start);
      const raw = symbols[symbol];
      if (raw !== undefined) raw.end = Math.min(text.length, tag.rawEnd + name.length + 3);
      continue;
    }
    const isNamed = id !== undefined && id !== '';
    const symbol = isNamed ? declare('Key', `${name}#${id}`, tag.start) : -1;
    const declared = symbols[symbol];
    if (tag.selfClosing || VOID.test(name)) {
      if (declared !== undefined) declared.end = tag.end;
      continue;
    }
    open.open({ name, symbol });
  }
  return { symbols, imports };
}

/** The file that a script or stylesheet link loads. */
function importOf(name: string, tag: OpenTag): string | undefined {
  if (name === 'script') return attributeOf(tag, 'src');
  const isSheet =
    name === 'link' && /\b(?:stylesheet|modulepreload|manifest)\b/.test(attributeOf(tag, 'rel') ?? '');
  return isSheet ? attributeOf(tag, 'href') : undefined;
}

/** Strips tags and joins lines. */
export function plainText(markup: string): string {
  return (
    markup
      .replaceAll(/<[^>]*>?/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_NAME) || '(untitled)'
  );
}

function htmlParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const tag of tagsOf(text, SYNTAX)) {
    if (tag.kind === 'close' || tag.rawEnd === undefined) continue;
    const language = languageOfElement(tag);
    if (language !== undefined && tag.end < tag.rawEnd)
      parts.push({ language, start: tag.end, end: tag.rawEnd });
  }
  return parts;
}

/** The language of a script or style element; undefined if it has no rules here. */
export function languageOfElement(tag: OpenTag): string | undefined {
  const written = (attributeOf(tag, 'lang') ?? attributeOf(tag, 'type') ?? '').toLowerCase();
  switch (tag.name.toLowerCase()) {
    case 'style':
      return STYLES.get(written.replace('text/', ''));
    case 'script':
      return SCRIPTS.get(written.replace(/^(?:text|application)\/(?:x-)?/, ''));
    default:
      return undefined;
  }
}

const STYLES: ReadonlyMap<string, string> = new Map([
  ['', 'css'],
  ['css', 'css'],
  ['postcss', 'css'],
  ['tailwindcss', 'css'],
  ['scss', 'scss'],
  ['less', 'less'],
]);

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['', 'javascript'],
  ['module', 'javascript'],
  ['javascript', 'javascript'],
  ['ecmascript', 'javascript'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['babel', 'javascript'],
  ['ts', 'typescript'],
  ['typescript', 'typescript'],
  ['tsx', 'tsx'],
  ['json', 'json'],
  ['ld+json', 'json'],
  ['importmap', 'json'],
]);

/**
 * Svelte, Vue and Astro: scripts and styles are read in their own languages, the template for its components and slots.
 */
import type { Cut, Span } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { languageOfElement, VOID } from './html';
import { createOpenElements, type OpenElement } from './openElements';
import type { MutableSymbol, Part, PartsRules, Scan, ScannedSymbol } from './rules';
import { attributeOf, tagsOf, type OpenTag, type TagSyntax } from './tags';

const RAW = new Set(['script', 'style']);

/** Matches components in a template; scripts and styles are separate parts. */
const COMPONENTS =
  /<!--[^]*?(?:-->|$)|<(?:script|style)\b[^]*?(?:<\/(?:script|style)|$)|<([A-Z][\w$]*|[a-z]\w*(?:-\w+)+)/g;

export const svelte: PartsRules = componentRules('svelte', { raw: RAW, braces: true });
export const vue: PartsRules = componentRules('vue', { raw: RAW, braces: false });
export const astro: PartsRules = componentRules('astro', { raw: RAW, braces: true });

const MAX_SYMBOLS = 2_000;
const MAX_DEPTH = 8;
const MAX_NAME = 80;

/** Limit on the names in a template's stand-in. */
const MAX_LISTED = 20;

/** `MyTable` for `my-table`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}

function componentRules(id: 'svelte' | 'vue' | 'astro', syntax: TagSyntax): PartsRules {
  return {
    kind: 'parts',
    id,
    family: 'code',
    words: { pattern: COMPONENTS, calls: 'all', ...(id === 'vue' ? { spelled: pascalCase } : {}) },
    scan: (text) => scanComponent(text, id, syntax),
    parts: (text) => partsOf(text, id, syntax),
  };
}

/** Script and style elements, and Astro's frontmatter. */
function partsOf(text: string, id: string, syntax: TagSyntax): readonly Part[] {
  const front = id === 'astro' ? frontmatter(text) : undefined;
  const parts: Part[] = front === undefined ? [] : [{ language: 'typescript', ...front.content }];
  for (const tag of tagsOf(text, syntax, front?.end)) {
    if (tag.kind === 'close' || tag.rawEnd === undefined) continue;
    const language = id === 'astro' ? astroLanguage(tag) : languageOfElement(tag);
    if (language !== undefined && tag.end < tag.rawEnd)
      parts.push({ language, start: tag.end, end: tag.rawEnd });
  }
  return parts;
}

/** Astro compiles scripts as TypeScript by default. */
function astroLanguage(tag: OpenTag): string | undefined {
  return tag.name === 'script' && tag.attributes.trim() === '' ? 'typescript' : languageOfElement(tag);
}

function frontmatter(text: string): { readonly content: Span; readonly end: number } | undefined {
  const start = /^\s*---[ \t]*\n/.exec(text.slice(0, 1_000))?.[0].length;
  if (start === undefined) return undefined;
  const end = text.startsWith('---', start) ? start : text.indexOf('\n---', start - 1) + 1;
  return end === 0 ? undefined : { content: { start, end }, end: end + 3 };
}

interface Open extends OpenElement {
  /** End of its opening tag. */
  readonly end: number;
}

/** Leaves the depth of symbols open: ranges determine the nesting. */
function scanComponent(text: string, id: string, syntax: TagSyntax): Scan {
  const symbols: MutableSymbol[] = [];
  const open = createOpenElements<Open>(symbols, (element, start) => {
    if (id === 'vue' && open.count === 0) templates.push({ start: element.end, end: start });
  });
  const templates: Span[] = [];
  const styles: Span[] = [];
  const begin = id === 'astro' ? (frontmatter(text)?.end ?? 0) : 0;
  let templateStart = begin;

  function declare(kind: ScannedSymbol['kind'], name: string, tag: Span): number {
    if (symbols.length >= MAX_SYMBOLS || open.named >= MAX_DEPTH) return -1;
    symbols.push({
      kind,
      name: name.slice(0, MAX_NAME),
      depth: 0,
      start: tag.start,
      end: tag.end,
      signatureEnd: tag.end,
    });
    return symbols.length - 1;
  }

  for (const tag of tagsOf(text, syntax, begin)) {
    if (tag.kind === 'close') {
      open.close(tag.name, tag.start, tag.end);
      continue;
    }
    if (tag.rawEnd !== undefined) {
      if (!isTopLevelBlock(text, tag.start, open.count)) continue;
      if (id !== 'vue') templates.push({ start: templateStart, end: tag.start });
      const end = Math.min(text.length, tag.rawEnd + tag.name.length + 3);
      templateStart = end;
      if (tag.name.toLowerCase() !== 'style') continue;
      styles.push({ start: tag.end, end: tag.rawEnd });
      const symbol = symbols[declare('Module', 'style', { start: tag.start, end: tag.end })];
      if (symbol !== undefined) symbol.end = end;
      continue;
    }
    const isBlock = id === 'vue' && open.count === 0;
    const name = isBlock ? tag.name : nameOf(tag, id);
    const symbol = name === undefined ? -1 : declare(isBlock ? 'Module' : 'Key', name, tag);
    if (tag.selfClosing || VOID.test(tag.name)) continue;
    open.open({ name: tag.name, symbol, end: tag.end });
  }
  if (id !== 'vue') templates.push({ start: templateStart, end: text.length });
  if (id === 'svelte') symbols.push(...snippetsOf(text, templates));
  return { symbols, cuts: [...templateCuts(text, templates, symbols), ...styleCuts(text, styles)] };
}

/** A script or style within an element or expression belongs to the template. */
function isTopLevelBlock(text: string, start: number, openElements: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  return openElements === 0 && before.slice(before.lastIndexOf('\n') + 1).trim() === '';
}

/** The name of a component, a slot, a slot's content, or an element with an id; undefined for other elements. */
function nameOf(tag: OpenTag, id: string): string | undefined {
  const { name } = tag;
  if (name === 'slot') return `slot ${attributeOf(tag, 'name') ?? ''}`.trim();
  const filled = attributeOf(tag, 'slot') ?? (id === 'vue' ? filledSlot(tag) : undefined);
  const isComponent =
    /^[A-Z]|[.:]/.test(name) || (id === 'vue' && name.includes('-')) || name === 'component';
  const elementId = attributeOf(tag, 'id');
  const shown = elementId === undefined || !/^[\w-]+$/.test(elementId) ? name : `${name}#${elementId}`;
  if (filled !== undefined && filled !== '')
    return isComponent ? `${name} in ${filled}` : `${name} in ${filled}`;
  return isComponent || shown !== name ? shown : undefined;
}

/** `#header="{ item }"`, `v-slot:header`. */
function filledSlot({ attributes }: OpenTag): string | undefined {
  return /(?:^|\s)(?:#|v-slot:)([\w.-]+)/.exec(attributes)?.[1];
}

/** Svelte's `{#snippet name(args)}` blocks, which are functions of the template. */
function snippetsOf(text: string, templates: readonly Span[]): readonly ScannedSymbol[] {
  const snippets: MutableSymbol[] = [];
  const open: number[] = [];
  for (const { start, end } of templates) {
    for (const match of text.slice(start, end).matchAll(/\{#snippet\s+([\w$]+)|\{\/snippet\s*\}/g)) {
      const at = start + match.index;
      if (match[1] === undefined) {
        const snippet = snippets[open.pop() ?? -1];
        if (snippet !== undefined) snippet.end = at + match[0].length;
      } else if (snippets.length < MAX_SYMBOLS && open.length < MAX_DEPTH) {
        open.push(snippets.length);
        const feed = text.indexOf('\n', at);
        const signatureEnd = feed < 0 ? text.length : Math.min(feed, at + 500);
        snippets.push({ kind: 'Func', name: match[1], depth: 0, start: at, end: signatureEnd, signatureEnd });
      }
    }
  }
  return snippets;
}

/** Cuts a long template. The stand-in lists the names in it. */
function templateCuts(
  text: string,
  templates: readonly Span[],
  symbols: readonly ScannedSymbol[],
): readonly Cut[] {
  const source = { text, lines: lineTable(text) };
  return templates.flatMap((span) => {
    const names = symbols
      .filter(({ start }) => start >= span.start && start < span.end)
      .map(({ name }) => name);
    const unique = [...new Set(names)].filter((name) => /^[\w$.: #-]+$/.test(name) && !name.includes('--'));
    const more = unique.length > MAX_LISTED ? ', …' : '';
    const listed = unique.length === 0 ? '' : `: ${unique.slice(0, MAX_LISTED).join(', ')}${more}`;
    const content = trimmed(text, span);
    const cut = makeCut(source, content, content, { text: `<!-- %${listed} -->` });
    return cut === undefined || cut.endLine - cut.startLine < LONG_STATEMENT ? [] : [cut];
  });
}

function styleCuts(text: string, styles: readonly Span[]): readonly Cut[] {
  const source = { text, lines: lineTable(text) };
  return styles.flatMap((span) => {
    const content = trimmed(text, span);
    const cut = makeCut(source, content, content, { text: '/* % */' });
    return cut === undefined || cut.endLine - cut.startLine < LONG_STATEMENT ? [] : [cut];
  });
}

function trimmed(text: string, { start, end }: Span): Span {
  const content = text.slice(start, end);
  const from = start + (content.length - content.trimStart().length);
  return { start: from, end: Math.max(from, start + content.trimEnd().length) };
}

/** HTML as Markdown with tables. Nothing is run or loaded: the text is parsed to a tree of plain objects. */
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, toMdast, type Handle } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

/** The nodes of the tree that HTML is parsed to. */
type Root = ReturnType<typeof fromHtml>;
export type Element = Parameters<Handle>[1];
type Nodes = Parameters<typeof toMdast>[0];
type Parents = Root | Element;

export interface HtmlOptions {
  /** The address of the page, against which its links are resolved. */
  readonly baseUrl?: string;
  /** Only the main text: without navigation, headers, footers, and asides. */
  readonly onlyContent?: boolean;
  /** Conversions of elements of one kind of page, by tag name. */
  readonly handlers?: Readonly<Record<string, Handle>>;
}

export function htmlToMarkdown(html: string, options: HtmlOptions = {}): string {
  const root = fromHtml(isXhtml(html) ? withEndTags(html) : html);
  const shown = options.onlyContent === true ? contentOf(root) : root;
  prune(shown, options);
  const tree = toMdast(shown, {
    document: true,
    handlers: { a: linkOf, img: imageOf, ...options.handlers },
  });
  return toMarkdown(tree, {
    extensions: [gfmToMarkdown()],
    ...{ bullet: '-', rule: '*', emphasis: '*', fences: true, listItemIndent: 'one', resourceLink: true },
  }).trimEnd();
}

/** Whether a page is XML, where every element may end with its start tag. */
function isXhtml(html: string): boolean {
  return /^\s*<\?xml\s|\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/.test(html.slice(0, 1_024));
}

/** In HTML, `<title/>` and `<script/>` would take all text behind them for their own. */
function withEndTags(xhtml: string): string {
  return xhtml.replaceAll(EMPTY_ELEMENT, (tag, name: string, attributes: string) =>
    NEVER_CLOSED.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );
}

const EMPTY_ELEMENT =
  /<([a-z][\w:-]{0,40})((?:\s+[\w:.-]{1,60}(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'))?){0,50})\s*\/>/gi;
const NEVER_CLOSED = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Without a text of their own, or with one that nobody sees. */
const UNSEEN = new Set([
  ...[
    'script',
    'style',
    'template',
    'noscript',
    'iframe',
    'frame',
    'object',
    'embed',
    'applet',
    'svg',
    'canvas',
  ],
  ...['audio', 'video', 'input', 'select', 'textarea', 'button', 'datalist', 'head', 'map', 'dialog'],
]);
const AROUND = new Set(['nav', 'header', 'footer', 'aside']);
/** Their header has the heading of their text. */
const WITH_HEADER = new Set(['main', 'article', 'section']);
const AROUND_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);

/** The elements of a page are nested about 30 deep. Parsers are recursive. */
const DEEPEST = 400;

/** Removes elements that are not shown and addresses that lead nowhere, and resolves the others. */
function prune(root: Root | Element, { baseUrl, onlyContent = false }: HtmlOptions): void {
  const open = [{ parent: root as Parents, depth: 0, isInContent: root.type === 'element' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { parent, depth, isInContent } = next;
    const kept = parent.children.filter(
      (child) => isShown(child) && !(onlyContent && isAround(child, isInContent)),
    );
    parent.children = depth < DEEPEST ? kept : kept.flatMap((child) => textsIn(child));
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      resolve(child, baseUrl);
      open.push({
        ...{ parent: child, depth: depth + 1 },
        isInContent: isInContent || WITH_HEADER.has(child.tagName),
      });
    }
  }
}

function isShown(node: Nodes): boolean {
  if (node.type !== 'element') return node.type === 'text';
  return !UNSEEN.has(node.tagName) && node.properties.hidden !== true;
}

function isAround(node: Nodes, isInContent: boolean): boolean {
  if (node.type !== 'element') return false;
  const { tagName, properties } = node;
  if (AROUND_ROLES.has(String(properties.role))) return true;
  return AROUND.has(tagName) && !(tagName === 'header' && isInContent);
}

/** The element with most of the text, if the page says which it is. */
function contentOf(root: Root): Root | Element {
  const found = { main: [] as Element[], article: [] as Element[] };
  const open: Parents[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop())
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      open.push(child);
      if (child.tagName === 'main' || child.properties.role === 'main') found.main.push(child);
      if (child.tagName === 'article') found.article.push(child);
    }
  // Several articles are a list of teasers, or comments.
  const [content = found.article.length === 1 ? found.article[0] : undefined] = found.main;
  return content ?? root;
}

function textsIn(node: Nodes): readonly { type: 'text'; value: string }[] {
  const texts: { type: 'text'; value: string }[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'text') texts.push({ type: 'text', value: next.value });
    else if (next.type === 'element' && !UNSEEN.has(next.tagName)) open.push(...next.children.toReversed());
  }
  return texts;
}

/** Links and images whose address leads nowhere outside of the page have none afterwards. */
function resolve(element: Element, baseUrl: string | undefined): void {
  const key = element.tagName === 'a' ? 'href' : element.tagName === 'img' ? 'src' : undefined;
  if (key === undefined) return;
  const { [key]: written, ...others } = element.properties;
  // As browsers read it.
  const address = String(written ?? '')
    .replaceAll(/[\t\n\r]/g, '')
    .trim();
  const isPlace = address === '' || /^#(?!footnote|endnote)/.test(address);
  if (isPlace || /^(?!(?:https?|mailto|ftp|tel):)[a-z][a-z\d+.-]*:/i.test(address))
    element.properties = others;
  else
    element.properties = { ...others, [key]: baseUrl === undefined ? address : absolute(address, baseUrl) };
}

function absolute(address: string, baseUrl: string): string {
  return URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address;
}

/** Without an address, it is text. */
export const linkOf = (state: Parameters<Handle>[0], node: Element): ReturnType<Handle> =>
  node.properties.href === undefined || node.children.length === 0
    ? (state.all(node) as ReturnType<Handle>)
    : defaultHandlers.a(state, node);

/** An image that is part of the file is named only. */
const imageOf: Handle = (state, node: Element) => {
  const { src, alt, title } = node.properties;
  const name = String(alt ?? title ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (src === undefined) return { type: 'text', value: name === '' ? '[image]' : `[image: ${name}]` };
  const image = { type: 'image' as const, url: String(src), alt: name };
  state.patch(node, image);
  return image;
};

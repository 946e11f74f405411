/** HTML as readable Markdown. Nothing is loaded or run: the parser only makes a tree of the text. */
import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

export interface HtmlOptions {
  /** The address of the page, to which its links are relative. */
  readonly address?: string;
  /** Characters of text after which the rest may be left out. Converting takes more than linear time. */
  readonly enough?: number;
}

/** Elements that are no text of the page. */
const LEFT_OUT = new Set(
  (
    'audio base button canvas dialog embed footer form head iframe input link map math meta nav noscript object option script select ' +
    'source style svg template textarea title track video'
  ).split(' '),
);

/** Roles of elements around the text. */
const ROLES_LEFT_OUT = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary']);

/**
 * Takes the main part of a page if it marks one. Images become their alternative text, links absolute ones. Throws a RangeError if the
 * page is nested too deep.
 */
export function htmlToMarkdown(html: string, { address, enough = Infinity }: HtmlOptions = {}): string {
  const page = fromHtml(html);
  const main = find(page, (node) => isNamed(node, 'main') || node.properties['role'] === 'main');
  const articles = main === undefined ? findAll(page, (node) => isNamed(node, 'article')) : [];
  const part = main ?? (articles.length === 1 ? articles[0] : undefined) ?? page;
  const title = textOf(find(page, (node) => isNamed(node, 'title')));
  clean(part, { address, left: enough });
  const root: Root = { type: 'root', children: part.type === 'root' ? part.children : [part] };
  const tree = toMdast(root, { document: false });
  const markdown = toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tableCellPadding: false, tablePipeAlign: false })],
    ...{ bullet: '-', emphasis: '_', fences: true, rule: '*', setext: false, resourceLink: true },
  }).trim();
  return title === '' || find(root, (node) => isNamed(node, 'h1')) !== undefined
    ? markdown
    : `# ${title}\n\n${markdown}`.trim();
}

interface Cleaning {
  readonly address: string | undefined;
  /** The characters that may follow. */
  left: number;
}

/** Removes what is no text, and changes links and images in place. */
function clean(node: Parents, cleaning: Cleaning): void {
  const kept: ElementContent[] = [];
  for (const child of node.children as ElementContent[]) {
    if (cleaning.left <= 0) break;
    if (child.type === 'text') {
      cleaning.left -= child.value.length;
      kept.push(child);
    }
    if (child.type !== 'element') continue;
    if (isLeftOut(child)) continue;
    if (child.tagName === 'img' || child.tagName === 'picture') {
      const alt = child.properties['alt'];
      if (typeof alt === 'string' && alt.trim() !== '') kept.push({ type: 'text', value: `[${alt.trim()}]` });
      continue;
    }
    clean(child, cleaning);
    const isText = child.tagName === 'a' && !hasLink(child, cleaning.address);
    kept.push(isText ? { ...child, tagName: 'span' } : child);
  }
  node.children = kept;
}

function isLeftOut({ tagName, properties }: Element): boolean {
  const { role, hidden, ariaHidden } = properties;
  return (
    LEFT_OUT.has(tagName) ||
    (typeof role === 'string' && ROLES_LEFT_OUT.has(role)) ||
    hidden === true ||
    ariaHidden === 'true'
  );
}

/** Makes the link of an element absolute. False if it leads nowhere outside the page. */
function hasLink(element: Element, address: string | undefined): boolean {
  const { href } = element.properties;
  if (typeof href !== 'string' || href.trim() === '' || href.startsWith('#')) return false;
  if (!URL.canParse(href, address)) return false;
  const { protocol, href: whole } = new URL(href, address);
  element.properties = { href: whole };
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:';
}

function find(node: Nodes, isWanted: (element: Element) => boolean): Element | undefined {
  return findAll(node, isWanted)[0];
}

/** In the order of the page, without elements inside of found ones. */
function findAll(node: Nodes, isWanted: (element: Element) => boolean): readonly Element[] {
  const found: Element[] = [];
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'element' && isWanted(next)) found.push(next);
    else if ('children' in next) for (const child of next.children.toReversed()) waiting.push(child);
  }
  return found;
}

function isNamed({ tagName }: Element, name: string): boolean {
  return tagName === name;
}

function textOf(element: Element | undefined): string {
  const texts = element?.children.map((child) => (child.type === 'text' ? child.value : '')) ?? [];
  return texts.join('').replaceAll(/\s+/g, ' ').trim();
}

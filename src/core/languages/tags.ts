/** Reads the tags of markup (HTML, XML, component templates) in one pass. */

export type Tag = OpenTag | CloseTag;

export interface OpenTag {
  readonly kind: 'open';
  /** As written. */
  readonly name: string;
  readonly start: number;
  /** After the `>`. */
  readonly end: number;
  readonly selfClosing: boolean;
  /** The text between name and `>`. */
  readonly attributes: string;
  /** For elements without markup inside: the start of the closing tag. */
  readonly rawEnd?: number;
}

export interface CloseTag {
  readonly kind: 'close';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface TagSyntax {
  /** Elements with plain text up to their closing tag. Names in lowercase. */
  readonly raw: ReadonlySet<string>;
  /** Whether braces in tags contain expressions: `onclick={() => a > b}`. */
  readonly braces: boolean;
}

/** Anything longer is not a tag; reading continues after it. */
const LONGEST_TAG = 50_000;

/** Limit on how much of the attributes is read. */
const MAX_ATTRIBUTES = 2_000;

const OPENING = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<!|<\/?[A-Za-z_][\w:.-]*/g;

/** Yields tags in order, skipping comments, CDATA, declarations and processing instructions. */
export function* tagsOf(text: string, syntax: TagSyntax, from = 0): Generator<Tag, undefined> {
  const unclosed = new Set<string>();
  const opening = new RegExp(OPENING);
  opening.lastIndex = from;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const written = match[0];
    const start = match.index;
    if (/^<(?:!--|!\[|\?)/.test(written)) continue;
    const { end, isClosed } = tagEnd(text, opening.lastIndex, syntax.braces);
    opening.lastIndex = end;
    if (written === '<!' || !isClosed) continue;
    if (written.startsWith('</')) {
      yield { kind: 'close', name: written.slice(2), start, end };
      continue;
    }
    const name = written.slice(1);
    const selfClosing = text[end - 2] === '/';
    const attributes = text.slice(start + written.length, Math.min(end - 1, start + MAX_ATTRIBUTES));
    if (selfClosing || !syntax.raw.has(name.toLowerCase()) || unclosed.has(name)) {
      yield { kind: 'open', name, start, end, selfClosing, attributes };
      continue;
    }
    const closing = new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi');
    closing.lastIndex = end;
    const found = closing.exec(text);
    // Without a closing tag, the text is searched only once, not for every such element.
    if (found === null) unclosed.add(name);
    const rawEnd = found?.index ?? text.length;
    opening.lastIndex = rawEnd;
    yield { kind: 'open', name, start, end, selfClosing, attributes, rawEnd };
  }
}

/** The offset after the `>` that ends a tag. Quotes, and braces if they count, may contain others. */
function tagEnd(
  text: string,
  from: number,
  braces: boolean,
): { readonly end: number; readonly isClosed: boolean } {
  const limit = Math.min(text.length, from + LONGEST_TAG);
  let depth = 0;
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (
      (character === '"' || character === "'") &&
      (depth > 0 || text[at - 1] === '=' || /\s/.test(text.charAt(at - 1)))
    ) {
      quote = character;
    } else if (braces && character === '`' && depth > 0) quote = character;
    else if (braces && character === '{') depth += 1;
    else if (braces && character === '}') depth -= 1;
    else if (character === '>' && depth <= 0) return { end: at + 1, isClosed: true };
  }
  return { end: limit, isClosed: false };
}

/** An attribute's value; empty if it has none, undefined if the attribute is missing. */
export function attributeOf({ attributes }: OpenTag, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined;
  const escaped = name.replaceAll(/[.:]/g, '\\$&');
  const pattern = new RegExp(
    `(?:^|[\\s"'}])${escaped}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))|(?=[\\s/]|$))`,
  );
  const match = pattern.exec(attributes);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3] ?? '');
}

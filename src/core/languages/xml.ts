import { createOpenElements, type OpenElement } from './openElements';
import type { MutableSymbol, Scan, ScannerRules } from './rules';
import { attributeOf, tagsOf, type OpenTag } from './tags';

export const xml: ScannerRules = {
  kind: 'scanner',
  id: 'xml',
  also: ['plist', 'svg'],
  family: 'markup',
  scan: scanXml,
};

/** Deeper nesting is data, not structure. */
const MAX_DEPTH = 4;
const MAX_SYMBOLS = 5_000;
const MAX_NAME = 160;

/** Attributes that distinguish elements with the same tag name. */
const NAMES = [
  'name',
  'id',
  'android:name',
  'android:id',
  'x:Name',
  'Include',
  'Update',
  'key',
  'match',
  'path',
];

interface Open extends OpenElement {
  /** Names of children already shown that have no distinguishing attribute. */
  readonly shown: Set<string>;
}

/**
 * Finds elements down to four levels by name, such as `target build`. Of several without a distinguishing name, the
 * first represents all.
 */
function scanXml(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  const root: Open = { name: '', symbol: -1, shown: new Set() };
  const open = createOpenElements<Open>(symbols);
  let errors = 0;

  for (const tag of tagsOf(text, { raw: NO_RAW, braces: false })) {
    if (tag.kind === 'close') {
      // One for each element that has no closing tag, or for a closing tag that has no element.
      errors += Math.abs(open.close(tag.name, tag.start, tag.end) - 1);
      continue;
    }
    const outer = open.innermost ?? root;
    const isInside = open.count === 0 || outer.symbol >= 0;
    const symbol =
      isInside && open.count < MAX_DEPTH && symbols.length < MAX_SYMBOLS ? declare(tag, outer) : -1;
    if (!tag.selfClosing) open.open({ name: tag.name, symbol, shown: new Set() });
  }
  return { symbols, errors: errors + (open.count > 0 ? 1 : 0) };

  function declare(tag: OpenTag, outer: Open): number {
    const own = NAMES.map((name) => attributeOf(tag, name)).find(
      (value) => value !== undefined && value !== '',
    );
    const label = own === undefined ? tag.name : `${tag.name} ${own.replaceAll(/\s+/g, ' ')}`;
    if (own === undefined && outer.shown.has(tag.name)) return -1;
    outer.shown.add(tag.name);
    symbols.push({
      kind: 'Key',
      name: label.slice(0, MAX_NAME),
      depth: open.count,
      start: tag.start,
      end: tag.selfClosing ? tag.end : text.length,
    });
    return symbols.length - 1;
  }
}

const NO_RAW: ReadonlySet<string> = new Set();

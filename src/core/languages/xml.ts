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

interface Open {
  readonly name: string;
  readonly symbol: number;
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
  const open: Open[] = [];
  const openByName = new Map<string, number>();
  let errors = 0;

  function close(name: string, start: number, end: number): void {
    if ((openByName.get(name) ?? 0) === 0) {
      errors += 1;
      return;
    }
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      openByName.set(element.name, (openByName.get(element.name) ?? 1) - 1);
      const symbol = symbols[element.symbol];
      if (symbol !== undefined) symbol.end = element.name === name ? end : start;
      if (element.name === name) return;
      errors += 1;
    }
  }

  for (const tag of tagsOf(text, { raw: NO_RAW, braces: false })) {
    if (tag.kind === 'close') {
      close(tag.name, tag.start, tag.end);
      continue;
    }
    const outer = open.at(-1) ?? root;
    const isInside = open.length === 0 || outer.symbol >= 0;
    const symbol =
      isInside && open.length < MAX_DEPTH && symbols.length < MAX_SYMBOLS ? declare(tag, outer) : -1;
    if (tag.selfClosing) continue;
    open.push({ name: tag.name, symbol, shown: new Set() });
    openByName.set(tag.name, (openByName.get(tag.name) ?? 0) + 1);
  }
  for (const { symbol } of open) {
    const unfinished = symbols[symbol];
    if (unfinished !== undefined) unfinished.end = text.length;
  }
  return { symbols, errors: errors + (open.length > 0 ? 1 : 0) };

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
      depth: open.length,
      start: tag.start,
      end: tag.end,
    });
    return symbols.length - 1;
  }
}

const NO_RAW: ReadonlySet<string> = new Set();

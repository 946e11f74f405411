import { hasCharacter, type CharacterSet } from './characterSet';

/** One position in a segment's pattern: a character, any character, or a set. */
export type Unit =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly written: string };

export type SegmentToken = Unit | { readonly kind: 'star' };

/** The pattern between two stars. `text` is present if it is literal. */
interface Block {
  readonly units: readonly Unit[];
  readonly text: string | undefined;
}

/** The pattern for one path segment, in its cheapest form. */
export type SegmentPattern =
  | { readonly kind: 'everything' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string }
  | { readonly kind: 'fixed'; readonly block: Block }
  | {
      readonly kind: 'blocks';
      readonly first: Block;
      readonly middle: readonly Block[];
      readonly last: Block;
    }
  | { readonly kind: 'either'; readonly pattern: SegmentPattern; readonly written: SegmentPattern };

/** Compiles the tokens of one path segment to the cheapest pattern that matches the same names. */
export function compileSegment(tokens: readonly SegmentToken[]): SegmentPattern {
  const [first, ...rest] = splitAtStars(tokens);
  const last = rest.pop();
  if (first === undefined) return { kind: 'literal', text: '' };
  if (last === undefined)
    return first.text === undefined ? { kind: 'fixed', block: first } : { kind: 'literal', text: first.text };

  const middle = rest.filter((block) => block.units.length > 0);
  if (middle.length === 0) {
    if (first.text === '' && last.text === '') return { kind: 'everything' };
    if (first.text === '' && last.text !== undefined) return { kind: 'suffix', text: last.text };
    if (last.text === '' && first.text !== undefined) return { kind: 'prefix', text: first.text };
  }
  return { kind: 'blocks', first, middle, last };
}

/** Compiles a segment whose brackets may also be part of a name, such as `[id]`. */
export function segmentOrName(tokens: readonly SegmentToken[]): SegmentPattern {
  const pattern = compileSegment(tokens);
  if (!tokens.some(({ kind }) => kind === 'set')) return pattern;
  const written = tokens.flatMap((token): readonly SegmentToken[] =>
    token.kind === 'set' ? charsOf(token.written) : [token],
  );
  return { kind: 'either', pattern, written: compileSegment(written) };
}

function charsOf(text: string): readonly Unit[] {
  return Array.from({ length: text.length }, (_, at) => ({ kind: 'char', code: text.charCodeAt(at) }));
}

/**
 * Whether a whole segment matches, in time O(pattern × segment). The first and last blocks are tied to the ends; each
 * block between takes the leftmost free place, which never spoils a place for the next, so no backtracking is needed.
 */
export function matchesSegment(pattern: SegmentPattern, name: string): boolean {
  switch (pattern.kind) {
    case 'everything':
      return true;
    case 'literal':
      return name === pattern.text;
    case 'prefix':
      return name.startsWith(pattern.text);
    case 'suffix':
      return name.endsWith(pattern.text);
    case 'fixed':
      return name.length === pattern.block.units.length && fitsAt(pattern.block, name, 0);
    case 'either':
      return matchesSegment(pattern.pattern, name) || matchesSegment(pattern.written, name);
    case 'blocks': {
      const { first, middle, last } = pattern;
      let from = first.units.length;
      const end = name.length - last.units.length;
      if (from > end || !fitsAt(last, name, end) || !fitsAt(first, name, 0)) return false;
      for (const block of middle) {
        const at = leftmostPlace(block, name, from, end);
        if (at < 0) return false;
        from = at + block.units.length;
      }
      return true;
    }
  }
}

function splitAtStars(tokens: readonly SegmentToken[]): Block[] {
  const blocks: Unit[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'star') blocks.push([]);
    else blocks.at(-1)?.push(token);
  }
  return blocks.map((units) => ({ units, text: literalText(units) }));
}

function literalText(units: readonly Unit[]): string | undefined {
  let text = '';
  for (const unit of units) {
    if (unit.kind !== 'char') return undefined;
    text += String.fromCharCode(unit.code);
  }
  return text;
}

function leftmostPlace(block: Block, name: string, from: number, end: number): number {
  const latest = end - block.units.length;
  if (block.text !== undefined) {
    const at = name.indexOf(block.text, from);
    return at <= latest ? at : -1;
  }
  for (let at = from; at <= latest; at++) if (fitsAt(block, name, at)) return at;
  return -1;
}

function fitsAt(block: Block, name: string, at: number): boolean {
  if (block.text !== undefined) return name.startsWith(block.text, at);
  let index = at;
  for (const unit of block.units) {
    const code = name.charCodeAt(index++);
    if (unit.kind === 'char' ? unit.code !== code : unit.kind === 'set' && !hasCharacter(unit.set, code))
      return false;
  }
  return true;
}

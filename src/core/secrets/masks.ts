/**
 * Masks stand for secrets in a text that leaves the machine: `[[secret:KIND#N]]`. A value has the same mask in every block
 * and turn that shares a numbering. The numbering holds the values, so it must stay in memory.
 */
import type { Span } from '../facts/fileFacts';

export interface MaskNumbering {
  readonly maskByValue: Map<string, string>;
  readonly valueByMask: Map<string, string>;
  /** The highest number by kind. */
  readonly numbers: Map<string, number>;
  /** Texts in files that look like masks but stand for themselves. */
  readonly literals: Set<string>;
}

export function newNumbering(): MaskNumbering {
  return { maskByValue: new Map(), valueByMask: new Map(), numbers: new Map(), literals: new Set() };
}

/** A span of a text whose value is a secret of the kind. */
export interface SecretSpan extends Span {
  readonly kind: string;
}

export interface MaskedText {
  readonly text: string;
  /** The masks and what they replace, ascending; offsets in UTF-16 units. */
  readonly masks: readonly { readonly start: number; readonly end: number; readonly source: Span }[];
}

const MASK = /\[\[secret:[a-z\d-]{1,60}#\d{1,9}\]\]/g;

/**
 * Replaces the secrets of a text by their masks, and every other occurrence of their values. Adds new values to the
 * numbering. Spans may overlap, which makes them one secret. Takes linear time.
 */
export function maskText(text: string, secrets: readonly SecretSpan[], numbering: MaskNumbering): MaskedText {
  if (secrets.length === 0) return { text, masks: [] };
  noteLiterals(text, numbering);
  const spans = joined(secrets);
  const masks: { start: number; end: number; source: Span }[] = [];
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  for (const source of withOccurrences(text, spans, secrets)) {
    const mask = maskOf(text.slice(source.start, source.end), source.kind, numbering);
    const start = length + source.start - done;
    parts.push(text.slice(done, source.start), mask);
    masks.push({ start, end: start + mask.length, source: { start: source.start, end: source.end } });
    length = start + mask.length;
    done = source.end;
  }
  return { text: parts.join('') + text.slice(done), masks };
}

/** Notes texts that look like masks, so that no value gets one of them. Call for all texts before values are masked. */
export function noteLiterals(text: string, { literals, valueByMask }: MaskNumbering): void {
  if (!hasMask(text)) return;
  for (const [literal] of text.matchAll(MASK)) if (!valueByMask.has(literal)) literals.add(literal);
}

/** Whether a text has masks, or what looks like them. */
export function hasMask(text: string): boolean {
  return text.includes('[[secret:');
}

/** The masks in a text, and what looks like them. */
export function masksIn(text: string): ReadonlySet<string> {
  return new Set(text.match(MASK) ?? []);
}

/** Replaces the masks of a text by their values. Unknown masks stay. */
export function unmask(text: string, { valueByMask }: MaskNumbering): string {
  return text.replaceAll(MASK, (mask) => valueByMask.get(mask) ?? mask);
}

function maskOf(value: string, kind: string, numbering: MaskNumbering): string {
  const known = numbering.maskByValue.get(value);
  if (known !== undefined) return known;
  let number = numbering.numbers.get(kind) ?? 0;
  let mask: string;
  do {
    number += 1;
    mask = `[[secret:${kind}#${number}]]`;
  } while (numbering.literals.has(mask));
  numbering.numbers.set(kind, number);
  numbering.maskByValue.set(value, mask);
  numbering.valueByMask.set(mask, value);
  return mask;
}

function joined(secrets: readonly SecretSpan[]): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const each of secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || each.start >= last.end) spans.push(each);
    else if (each.end > last.end) spans[spans.length - 1] = { ...last, end: each.end };
  }
  return spans;
}

/** The spans, and between them the other occurrences of the values, the longest first. */
function* withOccurrences(
  text: string,
  spans: readonly SecretSpan[],
  secrets: readonly SecretSpan[],
): Generator<SecretSpan, undefined> {
  const values = valuesByHead(
    [...spans, ...secrets].map(({ start, end, kind }) => [text.slice(start, end), kind]),
  );
  let at = 0;
  for (const span of spans) {
    yield* occurrences(text, at, span.start, values);
    yield span;
    at = span.end;
  }
  yield* occurrences(text, at, text.length, values);
}

interface KnownValues {
  /** Marks the hashes of the first units of all values, which rules out most places quickly. */
  readonly heads: Uint8Array;
  readonly byHead: ReadonlyMap<string, HeadValues>;
}

/** The values that begin with the same units. */
interface HeadValues {
  readonly kindByValue: Map<string, string>;
  /** Descending, so that the longest value wins. */
  lengths: readonly number[];
}

/** UTF-16 units that a value is looked up by. A shorter value is only masked where it was found. */
const HEAD = 6;

function valuesByHead(all: Iterable<readonly [value: string, kind: string]>): KnownValues {
  const heads = new Uint8Array(65_536);
  const byHead = new Map<string, HeadValues>();
  for (const [value, kind] of all) {
    if (value.length < HEAD) continue;
    heads[hashAt(value, 0)] = 1;
    const head = value.slice(0, HEAD);
    const values = byHead.get(head) ?? { kindByValue: new Map<string, string>(), lengths: [] };
    byHead.set(head, values);
    if (!values.kindByValue.has(value)) values.kindByValue.set(value, kind);
  }
  for (const values of byHead.values()) {
    const lengths = new Set(Array.from(values.kindByValue.keys(), ({ length }) => length));
    values.lengths = [...lengths].sort((a, b) => b - a);
  }
  return { heads, byHead };
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & 0xffff;
}

function* occurrences(
  text: string,
  from: number,
  to: number,
  { heads, byHead }: KnownValues,
): Generator<SecretSpan, undefined> {
  for (let at = from; at + HEAD <= to; at += 1) {
    if (heads[hashAt(text, at)] === 0) continue;
    const values = byHead.get(text.slice(at, at + HEAD));
    const length = values?.lengths.find(
      (each) => at + each <= to && values.kindByValue.has(text.slice(at, at + each)),
    );
    if (values === undefined || length === undefined) continue;
    const kind = values.kindByValue.get(text.slice(at, at + length)) ?? '';
    yield { start: at, end: at + length, kind };
    at += length - 1;
  }
}

/** Returns a function that finds all places of these values, ascending; the longest value wins. It takes linear time. */
export function valueFinder(
  kindByValue: ReadonlyMap<string, string>,
): (text: string) => readonly SecretSpan[] {
  if (kindByValue.size === 0) return () => [];
  const values = valuesByHead(kindByValue);
  return (text) => [...occurrences(text, 0, text.length, values)];
}

/** At most this many characters at either end. */
const HEAD_SHOWN = 4;
const TAIL_SHOWN = 3;

/** The ends of a value for the screen, together at most a fifth of it: `sk-p…9aZ`. */
export function maskedEnds(value: string): string {
  const shown = Math.min(HEAD_SHOWN + TAIL_SHOWN, Math.floor(value.length / 5));
  const tail = Math.min(TAIL_SHOWN, Math.floor(shown / 2));
  return `${value.slice(0, shown - tail)}…${value.slice(value.length - tail)}`;
}

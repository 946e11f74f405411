import { evaluate, parse, type MemberNode, type NumberNode, type ValueNode } from '@humanwhocodes/momoa';
import { orderedMask } from './orderedMask';
import { isMaskKey, MAX_DEPTH } from '../outside/plainTree';
import { refuse, type Keys, type Refusal } from '../outside/refusal';

export type ParsedText = { readonly kind: 'parsed'; readonly value: unknown } | Refusal;

/**
 * Parses JSON and JSON5 (comments, trailing commas, unquoted keys, single quotes). Refuses invalid text, duplicate keys,
 * integers beyond 2^53 and too many levels, naming the place.
 */
export function parseJsonText(text: string): ParsedText {
  try {
    // Without the line end, the parser never returns if the text ends with a backslash.
    return { kind: 'parsed', value: valueOf(parse(`${text}\n`, { mode: 'json5' }).body, [], text) };
  } catch (error) {
    if (error instanceof Fault) return error.refusal;
    // The parser is recursive.
    if (error instanceof RangeError) return refuse('the text', TOO_DEEP);
    return syntaxRefusal(text, error);
  }
}

const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Thrown to leave all levels at once; `parseJsonText` catches it. */
class Fault extends Error {
  readonly refusal: Refusal;

  constructor(keys: Keys, reason: string) {
    super(reason);
    this.refusal = refuse(keys, reason);
  }
}

function valueOf(node: ValueNode, keys: Keys, text: string): unknown {
  if (node.type === 'Number' && losesDigits(node, text)) throw new Fault(keys, LOSES_DIGITS);
  if (node.type !== 'Object' && node.type !== 'Array') return evaluate(node);
  // The outermost bracket is level 0, as in `plainTree`.
  if (keys.length > MAX_DEPTH) throw new Fault(keys, TOO_DEEP);
  if (node.type === 'Array') return node.elements.map(({ value }, at) => valueOf(value, [...keys, at], text));
  // Without a prototype, `__proto__` is an ordinary key.
  const object = Object.create(null) as Record<string, unknown>; // It is empty.
  for (const member of node.members) {
    const key = keyOf(member);
    const place = [...keys, key];
    if (Object.hasOwn(object, key)) throw new Fault(place, 'is a duplicate key');
    object[key] = valueOf(member.value, place, text);
  }
  return isMaskKey(keys.at(-1)) ? orderedMask(object, node.members.map(keyOf)) : object;
}

const LOSES_DIGITS = "is an integer beyond 2^53, which can't be stored exactly";

/** Whether an integer cannot be represented exactly. As in TOML, numbers with a fraction or an exponent are not integers. */
function losesDigits({ value, loc }: NumberNode, text: string): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false;
  const written = text.slice(loc.start.offset, loc.end.offset);
  return /^[+-]?(?:\d+|0x[\da-f]+)$/i.test(written);
}

function keyOf({ name }: MemberNode): string {
  return name.type === 'Identifier' ? name.name : name.value;
}

/** Parser errors have an offset, except at the end of the text. */
function syntaxRefusal(text: string, error: unknown): Refusal {
  const { message, offset } = error as { readonly message: string; readonly offset?: number };
  if (offset === undefined) throw error;
  if (message.startsWith('Unexpected end') || offset >= text.length)
    return refuse(placeAt(text, text.length), 'unexpected end of the text');
  const rest = text.slice(offset, offset + MAX_SHOWN);
  return refuse(placeAt(text, offset), `invalid JSON at ${JSON.stringify(rest)}`);
}

const MAX_SHOWN = 20;

function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

import { MAX_DEPTH } from './plainTree';
import { placeOf, refuse, type Refusal } from './refusal';

export type ParsedText = { readonly kind: 'parsed'; readonly value: unknown } | Refusal;

/**
 * Parses JSON and JSON5: with comments, commas before a closing bracket, keys without quotes, single quotes. Refused by its
 * place: what is neither, a key that stands twice in one object, of which one would be lost, and too many levels.
 */
export function parseJsonText(text: string): ParsedText {
  try {
    return { kind: 'parsed', value: new Reader(text).read() };
  } catch (error) {
    if (error instanceof Fault) return error.refusal;
    throw error;
  }
}

/** Thrown to leave all levels at once, and caught where it began. */
class Fault extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

// Sticky, so that each looks only where the reader stands.
const BLANKS = /(?:\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const ESCAPE = String.raw`\\(?:u[\da-f]{4}|x[\da-f]{2}|\r\n|[^ux])`;
const DOUBLE = new RegExp(String.raw`"(?:[^"\\\n\r]|${ESCAPE})*"`, 'iy');
const SINGLE = new RegExp(String.raw`'(?:[^'\\\n\r]|${ESCAPE})*'`, 'iy');
const NUMBER = /[+-]?(?:0x[\da-f]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?![\w$.])/iy;
const WORD = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy;

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  readonly #text: string;
  #at = 0;
  readonly #keys: (string | number)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    this.#blanks();
    const value = this.#value();
    this.#blanks();
    if (this.#at < this.#text.length) this.#fail('there is more behind the end');
    return value;
  }

  #value(): unknown {
    const next = this.#text[this.#at];
    if (next === '{') return this.#object();
    if (next === '[') return this.#list();
    if (next === '"' || next === "'") return this.#string();
    const number = this.#take(NUMBER);
    if (number !== undefined) return numberOf(number);
    const start = this.#at;
    const word = this.#take(WORD);
    if (word !== undefined && WORDS.has(word)) return WORDS.get(word);
    this.#at = start;
    return this.#fail(next === undefined ? 'the text ends before a value' : 'a value is missing');
  }

  #object(): object {
    // Without a prototype, any key is a key like others.
    const object = Object.create(null) as Record<string, unknown>; // It is empty.
    this.#inBrackets('}', () => {
      const key = this.#key();
      this.#keys.push(key);
      if (Object.hasOwn(object, key)) throw new Fault(refuse(placeOf(this.#keys), 'stands there twice'));
      this.#blanks();
      if (!this.#isNext(':')) this.#fail('a colon is missing');
      this.#blanks();
      object[key] = this.#value();
      this.#keys.pop();
    });
    return object;
  }

  #list(): readonly unknown[] {
    const list: unknown[] = [];
    this.#inBrackets(']', () => {
      this.#keys.push(list.length);
      list.push(this.#value());
      this.#keys.pop();
    });
    return list;
  }

  #inBrackets(end: string, readEntry: () => void): void {
    // The outermost bracket is level 0, as in the tree.
    if (this.#keys.length > MAX_DEPTH) this.#fail(`is more than ${MAX_DEPTH} levels deep`);
    this.#at += 1;
    for (;;) {
      this.#blanks();
      if (this.#isNext(end)) return;
      readEntry();
      this.#blanks();
      if (this.#isNext(',')) continue;
      if (!this.#isNext(end)) this.#fail(`a comma or ${end} is missing`);
      return;
    }
  }

  #key(): string {
    const next = this.#text[this.#at];
    if (next === '"' || next === "'") return this.#string();
    return this.#take(WORD) ?? this.#fail('a key is missing');
  }

  #string(): string {
    const quoted = this.#take(DOUBLE) ?? this.#take(SINGLE);
    return quoted === undefined
      ? this.#fail('a text has no end, or an escape that is none')
      : unescaped(quoted.slice(1, -1));
  }

  #blanks(): void {
    this.#take(BLANKS);
  }

  #isNext(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(reason: string): never {
    const lines = this.#text.slice(0, this.#at).split('\n');
    throw new Fault(refuse(`line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`, reason));
  }
}

function numberOf(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * Number(text.replace(/^[+-]/, ''));
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
  // A line end that is escaped goes on with the text.
  ['\n', ''],
  ['\r', ''],
  ['\r\n', ''],
]);

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(
    /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi,
    (_all, unit?: string, byte?: string, other = '') => {
      const code = unit ?? byte;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return ESCAPES.get(other) ?? other;
    },
  );
}

/** Reads JSON manifests. Anything that cannot be read counts as missing. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses an object from JSON with comments and trailing commas; undefined for anything else. */
export function parseManifest(text: string | undefined): JsonObject | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  return objectOf(parsed(text) ?? parsed(plainJson(text)));
}

/** Longer files are data. In UTF-16 units. */
const MAX_LENGTH = 2_000_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, or nested too deeply.
    return undefined;
  }
}

/** Removes comments and trailing commas in one pass, even from malformed text. */
function plainJson(text: string): string {
  const kept: string[] = [];
  let comma = -1;
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token.startsWith('//') || token.startsWith('/*') || /^\s/.test(token)) continue;
    if (comma >= 0 && /^[}\]]/.test(token)) kept[comma] = '';
    comma = token === ',' ? kept.length : -1;
    kept.push(token);
  }
  return kept.join('');
}

/** The end of a string, comment, run of blanks or other characters, or single punctuation mark. */
function endOfToken(text: string, start: number): number {
  if (text.startsWith('//', start)) return endOf(text, '\n', start);
  if (text.startsWith('/*', start)) return endOf(text, '*/', start + 2);
  if (text[start] !== '"') {
    RUN.lastIndex = start;
    return RUN.test(text) ? RUN.lastIndex : start + 1;
  }
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const RUN = /[\s\uFEFF]+|[^\s\uFEFF"/,}\]]+/y;

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

export function objectOf(value: unknown): JsonObject | undefined {
  // Any object can be read by key.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** Reads own properties only, so that `constructor` is not one. */
export function valueAt(object: JsonObject | undefined, ...keys: readonly string[]): unknown {
  let value: unknown = object;
  for (const key of keys) {
    const at = objectOf(value);
    value = at !== undefined && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return value;
}

export function textAt(object: JsonObject | undefined, ...keys: readonly string[]): string | undefined {
  const value = valueAt(object, ...keys);
  return typeof value === 'string' ? value : undefined;
}

/** The strings in a list, or a single string as a list. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** The entries of an object, in order; empty for anything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const object = objectOf(value);
  return object === undefined ? [] : Object.entries(object);
}

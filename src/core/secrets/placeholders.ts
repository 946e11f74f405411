/** Tells values that could be real from placeholders, names, and words. */
const SAID =
  /example|placeholder|your[-_]|change[-_]?me|dummy|redacted|removed|xxxx|\*\*\*|\.\.\.|insert[-_]|replace[-_]|sample|foobar|deadbeef|cafebabe|not[-_]?real|p@ss|passw[o0]rd|hunter2|secretkey|mysecret|eby8vdm02xnocqfl|[<>…•]/i;
const INTERPOLATED = /\$\{|#\{|\{\{|\$\(|<%|%\{|%\(|%s|@\{|process\.env|os\.environ|getenv|\{[a-z_]|^[$%]/i;

/** Whether the value is made up or inserted later: `<your-key>`, `xxxx`, `EXAMPLE`, sequences, repeats, `${…}`. */
export function isPlaceholder(value: string): boolean {
  if (SAID.test(value) || INTERPOLATED.test(value)) return true;
  return entropyOf(value) < LEAST_ENTROPY || inSequence(value) * 2 > value.length || isRepeated(value);
}

/** Below this, the same few characters occur again and again. */
const LEAST_ENTROPY = 2.3;
/** A shorter sequence can be chance. */
const SEQUENCE = 4;
const LONGEST_PERIOD = 12;

/** How many characters belong to sequences like `1234`, `abcd`, `9876`, or `aaaa`. */
function inSequence(value: string): number {
  let total = 0;
  let length = 1;
  let step = NaN;
  for (let at = 1; at <= value.length; at += 1) {
    const next = at < value.length ? stepBetween(value.charCodeAt(at - 1), value.charCodeAt(at)) : NaN;
    if (next === step && Math.abs(step) <= 1) length += 1;
    else {
      if (length >= SEQUENCE) total += length;
      length = Math.abs(next) <= 1 ? 2 : 1;
    }
    step = next;
  }
  return total;
}

/** A digit or a letter follows the last of the class before: `9a`, `90`, `f0`, `z0`, `zA`. */
function stepBetween(from: number, to: number): number {
  const pair = String.fromCharCode(from, to);
  return /^(?:9[0aA]|[fFzZ]0|zA|Za)$/.test(pair) ? 1 : to - from;
}

/** Whether nine in ten characters are the same as those some places before. */
function isRepeated(value: string): boolean {
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, value.length / 3); period += 1) {
    let different = 0;
    const most = (value.length - period) / 10;
    for (let at = period; at < value.length && different <= most; at += 1) {
      if (value.charCodeAt(at) !== value.charCodeAt(at - period)) different += 1;
    }
    if (different <= most) return true;
  }
  return false;
}

/** Whether the value has letters and digits in an order that no name, word, date, or path has. */
export function looksRandom(value: string): boolean {
  if (value.length > LONGEST || !/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  // Addresses, paths, and UUIDs, which identify something as a rule.
  if (/:\/\/|^[./~]|\/$/.test(value) || /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-/i.test(value))
    return false;
  return entropyOf(value) >= leastEntropy(value.length) && wordShare(value) <= MOST_WORDS;
}

const LONGEST = 512;
/** Share of a random value that may look like words. */
const MOST_WORDS = 0.6;
const WORD = 5;

/** Short values cannot have as much, because each character counts for at most log2 of the length. */
function leastEntropy(length: number): number {
  return Math.min(3.2, Math.log2(length) * 0.8);
}

/** The share of characters in words: letters of one case, the first of any, at least five. */
function wordShare(value: string): number {
  let inWords = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{4,80}|[A-Z]{5,80}/g))
    inWords += word.length >= WORD ? word.length : 0;
  return inWords / value.length;
}

/** Shannon entropy of an ASCII text in bits per character; low for repetitions and placeholders. */
export function entropyOf(text: string): number {
  const counts = new Uint32Array(128);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) % 128;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

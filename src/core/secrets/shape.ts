/**
 * Shapes describe tokens: literal text and runs of an alphabet, like `ghp_<A36->` or `AccountKey=(<b86>==)`. A run is a
 * letter of `ALPHABETS` with a count: `<A36>`, `<A10-99>`, `<A36->`. Parentheses mark the secret part if it is not the
 * whole. `(?i)` in front ignores case. Runs take as much as they can and never give back, so a match is linear.
 */

const ALPHABETS: Readonly<Record<string, string>> = {
  d: '0-9',
  h: '0-9a-f',
  f: '0-9a-hA-H',
  H: '0-9a-fA-F',
  B: 'A-Z2-7',
  U: '0-9A-Z',
  a: '0-9a-z',
  L: 'a-zA-Z',
  A: '0-9a-zA-Z',
  w: '0-9a-zA-Z_',
  s: '0-9a-zA-Z_-',
  b: '0-9a-zA-Z+/',
  t: '0-9a-zA-Z_=-',
  T: '0-9a-zA-Z_.=-',
  z: '0-9a-zA-Z_.~-',
  e: '=',
  c: '0-9a-zA-Z_./',
  g: '0-9a-zA-Z_./$,=+',
  K: '0-9a-zA-Z/=_+-',
  P: '0-9a-zA-Z%',
};

/** Longest run of an open count. */
const LONGEST = 2048;
/** Shorter before other text, because a long run that does not lead to it is read at every keyword within. */
const LONGEST_INSIDE = 200;
const ASCII = 128;

const bitByLetter = new Map(Object.keys(ALPHABETS).map((letter, at) => [letter, 1 << at]));
/** Bits of the alphabets that contain a character. */
const alphabetsOf = new Uint32Array(ASCII);
for (const [letter, set] of Object.entries(ALPHABETS)) {
  for (let at = 0; at < set.length; at += 1) {
    const isRange = set[at + 1] === '-' && at + 2 < set.length;
    const last = isRange ? set.charCodeAt(at + 2) : set.charCodeAt(at);
    for (let code = set.charCodeAt(at); code <= last; code += 1) {
      alphabetsOf[code] = (alphabetsOf[code] ?? 0) | (bitByLetter.get(letter) ?? 0);
    }
    if (isRange) at += 2;
  }
}

type Step =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'run'; readonly alphabet: number; readonly least: number; readonly most: number }
  | { readonly kind: 'mark' };

export interface Shape {
  /** The part that the automaton looks for. */
  readonly keyword: string;
  readonly anyCase: boolean;
  /** Nearest first. */
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  /** Alphabet that may not continue the token, unless its last run is open. */
  readonly closedBy: number;
}

export interface ShapeMatch {
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Parses a shape. Its longest literal becomes the keyword. */
export function parseShape(source: string): Shape {
  const { anyCase, steps } = stepsOf(source);
  let chosen = -1;
  let keyword = '';
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'literal' || step.text.length <= keyword.length) continue;
    chosen = at;
    keyword = step.text;
  }
  const last = steps.findLast((step) => step.kind === 'run');
  return {
    keyword,
    anyCase,
    before: steps.slice(0, Math.max(0, chosen)).reverse(),
    after: steps.slice(chosen + 1),
    closedBy: last === undefined || last.most === LONGEST ? 0 : last.alphabet,
  };
}

/** Returns a predicate for texts that are exactly of the shape. */
export function parseWholeShape(source: string): (text: string) => boolean {
  const { anyCase, steps } = stepsOf(source);
  const shape = { keyword: '', anyCase, before: [], after: steps, closedBy: 0 };
  return (text) => matchShape(shape, text, 0, 0)?.end === text.length;
}

function stepsOf(source: string): { readonly anyCase: boolean; readonly steps: readonly Step[] } {
  const anyCase = source.startsWith('(?i)');
  const steps: Step[] = [];
  for (const part of (anyCase ? source.slice(4) : source).split(/(<\w\d{1,4}(?:-\d{0,4})?>|[()])/)) {
    if (part === '(' || part === ')') steps.push({ kind: 'mark' });
    else if (/^<\w\d/.test(part)) steps.push(runOf(part));
    else if (part !== '') steps.push({ kind: 'literal', text: part });
  }
  const lastLiteral = steps.findLastIndex(({ kind }) => kind === 'literal');
  return { anyCase, steps: steps.map((step, at) => (at < lastLiteral ? shortened(step) : step)) };
}

function shortened(step: Step): Step {
  return step.kind === 'run' ? { ...step, most: Math.min(step.most, LONGEST_INSIDE) } : step;
}

function runOf(part: string): Step & { kind: 'run' } {
  const [least = '', most = least] = part.slice(2, -1).split('-');
  return {
    kind: 'run',
    alphabet: alphabetOf(part.charAt(1)),
    least: Number(least),
    most: most === '' ? LONGEST : Number(most),
  };
}

/** The bit of an alphabet, for `isIn`. */
export function alphabetOf(letter: string): number {
  return bitByLetter.get(letter) ?? 0;
}

/** Whether the code unit belongs to the alphabet. False for NaN, which is beyond a text's end. */
export function isIn(alphabet: number, code: number): boolean {
  return code < ASCII && ((alphabetsOf[code] ?? 0) & alphabet) !== 0;
}

/** Matches a shape whose keyword is at [start, end) in any case. Reads at most its length. */
export function matchShape(shape: Shape, text: string, start: number, end: number): ShapeMatch | undefined {
  if (!shape.anyCase && !text.startsWith(shape.keyword, start)) return undefined;
  // The frequent keyword `.` needs a quick no.
  const [nearest] = shape.before;
  if (nearest?.kind === 'run' && !isIn(nearest.alphabet, text.charCodeAt(start - nearest.least)))
    return undefined;
  const marks: number[] = [];
  let from = start;
  for (const step of shape.before) {
    const next = stepped(step, text, from, -1, shape.anyCase);
    if (next === undefined) return undefined;
    if (step.kind === 'mark') marks.unshift(from);
    from = next;
  }
  let to = end;
  for (const step of shape.after) {
    const next = stepped(step, text, to, 1, shape.anyCase);
    if (next === undefined) return undefined;
    if (step.kind === 'mark') marks.push(to);
    to = next;
  }
  if (isIn(shape.closedBy, text.charCodeAt(to))) return undefined;
  const [valueStart = from, valueEnd = to] = marks;
  return { start: from, end: to, valueStart, valueEnd };
}

/** The place behind a step in the direction, undefined if the step does not fit. */
function stepped(
  step: Step,
  text: string,
  at: number,
  direction: 1 | -1,
  anyCase: boolean,
): number | undefined {
  switch (step.kind) {
    case 'mark':
      return at;
    case 'literal': {
      const begin = direction > 0 ? at : at - step.text.length;
      const found = text.slice(Math.max(0, begin), begin + step.text.length);
      const isSame = found === step.text || (anyCase && found.toLowerCase() === step.text.toLowerCase());
      return isSame ? at + direction * step.text.length : undefined;
    }
    case 'run': {
      const { alphabet, least, most } = step;
      let count = 0;
      if (direction > 0) while (count < most && isIn(alphabet, text.charCodeAt(at + count))) count += 1;
      else while (count < most && isIn(alphabet, text.charCodeAt(at - count - 1))) count += 1;
      return count < least ? undefined : at + direction * count;
    }
  }
}

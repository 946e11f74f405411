/**
 * A random text that matches a pattern of `gitleaksFormats.ts`, so that no source contains anything like a secret.
 * `random` returns numbers from 0 to 1.
 */
export function sampleOf(pattern: string, random: () => number): string {
  const source = pattern.replaceAll('\\b', '');
  let at = 0;

  function alternatives(): string {
    const made = [sequence()];
    while (source[at] === '|') {
      at += 1;
      made.push(sequence());
    }
    return pick(made);
  }

  function sequence(): string {
    let made = '';
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const start = at;
      const before = made;
      made += atom();
      const count = countHere();
      if (count === undefined) continue;
      const end = at;
      if (count === 0) made = before;
      for (let each = 1; each < count; each += 1) {
        at = start;
        made += atom();
      }
      at = end;
    }
    return made;
  }

  function atom(): string {
    if (source.startsWith('(?:', at)) {
      at += 3;
      const made = alternatives();
      at += 1;
      return made;
    }
    const [token = ''] = /^(?:\[(?:\\.|[^\]])+\]|\\.|.)/.exec(source.slice(at)) ?? [];
    at += token.length;
    if (token.startsWith('[')) return pick(membersOf(token.slice(1, -1)));
    return token.startsWith('\\') ? pick(membersOf(token)) : token;
  }

  /** The minimum count, and slightly more if any count is allowed. */
  function countHere(): number | undefined {
    const [token = '', least = '0', most] = /^(?:\{(\d+)(?:,(\d+))?\}|\?)/.exec(source.slice(at)) ?? [];
    if (token === '') return undefined;
    at += token.length;
    return Math.min(
      Number(least) + (Number(least) > 0 && most !== undefined ? 12 : 0),
      Number(most ?? least),
    );
  }

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error(`nothing to pick from in ${pattern}`);
    return item;
  }

  return alternatives();
}

const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: 'a-zA-Z0-9_', S: '!-~' };

function membersOf(set: string): readonly string[] {
  const plain = set.replaceAll(/\\([dwS])/g, (_, name: string) => CLASSES[name] ?? '');
  const parts = plain.match(/\\.|[^\\]-[^\\]|[^]/g) ?? [];
  return parts.flatMap((part) => {
    if (part.length < 3) return [part.at(-1) ?? ''];
    const [from, to] = [part.charCodeAt(0), part.charCodeAt(2)];
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
  });
}

/** How well a text can be split before a line, by the indentation and the blank lines around. */

export interface SplitCost {
  readonly indent: number;
  readonly features: readonly number[];
}

export const WEIGHTS: number[] = [1, 20, -20, 5, 0, 10, 20, 20, 20, 20];
export const INDENT = { weight: 60 };

export function splitCost(lines: readonly string[], at: number): SplitCost {
  const own = at < lines.length ? indentOf(lines[at] ?? '') : -1;
  let above = -1;
  let blankAbove = 0;
  for (let i = at - 1; i >= 0 && blankAbove < 20; i--) {
    above = indentOf(lines[i] ?? '');
    if (above >= 0) break;
    blankAbove++;
  }
  let below = -1;
  let blankBelow = 0;
  for (let i = at + 1; i < lines.length && blankBelow < 20; i++) {
    below = indentOf(lines[i] ?? '');
    if (below >= 0) break;
    blankBelow++;
  }
  const isBlank = at < lines.length && own < 0;
  const blank = isBlank ? 1 + blankBelow : 0;
  const indent = own >= 0 ? own : below;
  const any = blank + blankAbove > 0;
  const f = [0, 0, blank + blankAbove, blank, 0, 0, 0, 0, 0, 0];
  if (above < 0 && blankAbove === 0) f[0] = 1;
  if (at >= lines.length) f[1] = 1;
  if (indent >= 0 && above >= 0) {
    if (indent > above) f[any ? 5 : 4] = 1;
    else if (indent < above) {
      if (below > indent) f[any ? 7 : 6] = 1;
      else f[any ? 9 : 8] = 1;
    }
  }
  return { indent, features: f };
}

export function pairFeatures(a: readonly SplitCost[], b: readonly SplitCost[]): number[] {
  const f: number[] = [];
  const sum = (c: readonly SplitCost[]): number => c.reduce((s, x) => s + x.indent, 0);
  f.push(Math.sign(sum(a) - sum(b)));
  for (let i = 0; i < WEIGHTS.length; i++)
    f.push(a.reduce((s, x) => s + (x.features[i] ?? 0), 0) - b.reduce((s, x) => s + (x.features[i] ?? 0), 0));
  return f;
}

export function comparedCosts(a: readonly SplitCost[], b: readonly SplitCost[]): number {
  const [indent = 0, ...rest] = pairFeatures(a, b);
  return rest.reduce((s, x, i) => s + x * (WEIGHTS[i] ?? 0), indent * INDENT.weight);
}

function indentOf(line: string): number {
  let indent = 0;
  for (let at = 0; at < line.length; at++) {
    const c = line[at];
    if (c === ' ') indent++;
    else if (c === '\t') indent += 8 - (indent % 8);
    else if (!/\s/.test(c ?? '')) return indent;
    if (indent >= 200) return 200;
  }
  return -1;
}

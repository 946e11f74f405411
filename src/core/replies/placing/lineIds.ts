/** Numbers the lines of two texts for `diffLines`: equal lines have the same number. */
export function lineIds(
  before: readonly string[],
  after: readonly string[],
): readonly [before: Int32Array, after: Int32Array] {
  const idByLine = new Map<string, number>();
  const idsOf = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const id = idByLine.get(line) ?? idByLine.size;
      idByLine.set(line, id);
      return id;
    });
  return [idsOf(before), idsOf(after)];
}

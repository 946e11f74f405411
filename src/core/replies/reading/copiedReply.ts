/** Copies of rendered chats change the beginnings and ends of all lines of a reply in the same way. */

const SPACE = '\u00a0';

/** The lines of a reply, without such changes if no line contradicts them. */
export function linesOfReply(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  return withoutSharedIndent(withSpaces(withoutInvisibleEnds(lines)));
}

/** Some copies put a character without a width behind lines. Code has none there. */
function withoutInvisibleEnds(lines: readonly string[]): readonly string[] {
  const ended = lines.filter((line) => INVISIBLE_END.test(line)).length;
  return ended >= FEWEST ? lines.map((line) => line.replace(INVISIBLE_END, '')) : lines;
}

const INVISIBLE_END = /[\u200b\u2060\ufeff]+$/;

/** Indentation that doesn't break becomes ordinary if no line has any that is. */
function withSpaces(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => ORDINARY.test(line))) return lines;
  const indented = lines.filter((line) => UNBREAKABLE.test(line)).length;
  if (indented < FEWEST) return lines;
  return lines.map((line) =>
    line.replace(UNBREAKABLE, (_, mark: string, indent: string) => mark + ' '.repeat(indent.length)),
  );
}

const ORDINARY = new RegExp(`^(?: |[-+]?${SPACE}+ )`);
const UNBREAKABLE = new RegExp(`^([-+]?)(${SPACE}+)`);

/** Lines of a reply that prove a change. */
const FEWEST = 3;

/** A reply that is indented as a whole, such as one that was quoted in a list. */
function withoutSharedIndent(lines: readonly string[]): readonly string[] {
  const [indent = ''] = /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '') ?? [];
  if (indent === '' || !lines.every((line) => line.trim() === '' || line.startsWith(indent))) return lines;
  return lines.map((line) => line.slice(Math.min(indent.length, line.length)));
}

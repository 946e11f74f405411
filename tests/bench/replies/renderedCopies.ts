/** Damage from copying the chat as it is rendered instead of its Markdown. */
import type { Corruption } from './corruption';

export const RENDERED_COPIES: readonly Corruption[] = [
  rendered('lost fences', (lines) => lines.filter((line) => !FENCE.test(line))),
  rendered('copy code lines', (lines) => {
    let isOpen = false;
    return lines.flatMap((line) => {
      if (!FENCE.test(line)) return [line];
      isOpen = !isOpen;
      return isOpen ? [line.trim().replace(/^[`~]+/, '') || 'plaintext', 'Copy code'] : [];
    });
  }),
  rendered('smart quotes', (lines) =>
    lines.map((line) =>
      line
        .replaceAll(/(^|[\s([{=,])"/g, '$1\u201c')
        .replaceAll('"', '\u201d')
        .replaceAll(/(^|[\s([{=,])'/g, '$1\u2018')
        .replaceAll("'", '\u2019'),
    ),
  ),
  rendered('no-break spaces', (lines) =>
    lines.map((line) =>
      line.replace(
        /^([-+]?)( +)/,
        (_, mark: string, indent: string) => mark + '\u00a0'.repeat(indent.length),
      ),
    ),
  ),
  rendered('zero-width characters', (lines, random) =>
    lines.map((line) => (line !== '' && random.below(3) === 0 ? `${line}\u200b` : line)),
  ),
  rendered('entities', (lines) =>
    lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  rendered('trailing blanks trimmed', (lines) => lines.map((line) => line.trimEnd())),
  rendered('tabs as spaces', (lines) => lines.map((line) => line.replaceAll('\t', '    '))),
  rendered('indents lost', (lines) => lines.map((line) => line.trimStart())),
  rendered('reply indented', (lines) => lines.map((line) => (line === '' ? line : `    ${line}`))),
  rendered('CRLF line ends', (lines) => lines.map((line) => `${line}\r`)),
];

const FENCE = /^\s*(?:`{3,}|~{3,})[\w+#.-]*\s*$/;

type Damage = Extract<Corruption, { level: 'text' }>['corrupt'];

function rendered(
  name: string,
  corrupt: (lines: readonly string[], random: Parameters<Damage>[1]) => readonly string[],
): Corruption {
  return {
    name,
    group: 'rendered',
    level: 'text',
    corrupt: (text, random) => corrupt(text.split('\n'), random).join('\n'),
  };
}

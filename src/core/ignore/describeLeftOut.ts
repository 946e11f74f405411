import type { LeftOut } from './leftOut';

/** `code` is a rule or a path, quoted literally. */
export interface PhrasePart {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/** Explains why an entry is left out, in parts to display as text and as code. */
export function leftOutPhrase(leftOut: LeftOut): readonly PhrasePart[] {
  const rule = code(shortened(leftOut.rule));
  switch (leftOut.source) {
    case 'file':
      return [text('ignored by '), rule, text(' in '), code(leftOut.file), text(` line ${leftOut.line}`)];
    case 'user':
      return [text('ignored by '), rule, text(` in your own patterns, line ${leftOut.line}`)];
    case 'built-in':
      return [text('left out by default: '), rule];
    case 'sensitive':
      return [text('sensitive name: '), rule];
    case 'unreadable':
      return [text(`not read: ${leftOut.rule}`)];
  }
}

/** The same explanation as plain text, such as "ignored by `*.log` in `.gitignore` line 3". */
export function describeLeftOut(leftOut: LeftOut): string {
  return leftOutPhrase(leftOut)
    .map((part) => (part.kind === 'code' ? `\`${part.text}\`` : part.text))
    .join('');
}

const MAX_SHOWN = 120;

function shortened(rule: string): string {
  return rule.length > MAX_SHOWN ? `${rule.slice(0, MAX_SHOWN - 1)}…` : rule;
}

function text(words: string): PhrasePart {
  return { kind: 'text', text: words };
}

function code(words: string): PhrasePart {
  return { kind: 'code', text: words };
}

import type { LeftOut } from './leftOut';

/** One plain phrase that says why an entry is left out, such as "ignored by `*.log` in `.gitignore` line 3". */
export function describeLeftOut(leftOut: LeftOut): string {
  const rule = `\`${shortened(leftOut.rule)}\``;
  switch (leftOut.source) {
    case 'file':
      return `ignored by ${rule} in \`${leftOut.file}\` line ${leftOut.line}`;
    case 'user':
      return `ignored by ${rule} in your own patterns, line ${leftOut.line}`;
    case 'built-in':
      return `left out by default: ${rule}`;
    case 'sensitive':
      return `sensitive name: ${rule}`;
  }
}

const MAX_SHOWN = 120;

function shortened(rule: string): string {
  return rule.length > MAX_SHOWN ? `${rule.slice(0, MAX_SHOWN - 1)}…` : rule;
}

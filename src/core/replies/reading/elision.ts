/** Lines in place of text that a reply leaves out. */
import { bare } from '../formats/format';

/** Whether a line consists of dots only. */
export function isDots(line: string): boolean {
  return /^(?:\.{3}|…)$/.test(line.trim());
}

/** Whether a line says that text is left out, such as `// ... existing code ...`. In Python, dots alone are a statement. */
export function isElision(line: string, path: string): boolean {
  const text = bare(line);
  if (isDots(text)) return !/\.pyi?$/i.test(path);
  const [, inner] =
    /^(?:\/\/+|#+|\/\*+|<!--|\{\/\*|--|;+|%+|")\s*(.*?)\s*(?:\*\/\}?|-->|")?$/.exec(text) ?? [];
  if (inner === undefined || inner.length > LONGEST) return false;
  if (/^[([{]?(?:\.{3}|…)[)\]}]?$/.test(inner)) return true;
  return (/^(?:\.{3}|…)/.test(inner) || /(?:\.{3}|…)$/.test(inner)) && LEFT_OUT.test(inner);
}

/** UTF-16 units. */
const LONGEST = 120;

const LEFT_OUT =
  /\b(?:existing|rest|remain(?:s|ing|der)?|unchanged|same|previous|other|omitted|keep|code|imports?|methods?|functions?|before|as is|no changes?)\b/i;

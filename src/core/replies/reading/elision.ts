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
  const isDotted = /^[([{]?(?:\.{3}|…)/.test(inner) || /(?:\.{3}|…)[)\]}]?$/.test(inner);
  return isDotted ? LEFT_OUT.test(inner) : UNCHANGED.test(inner);
}

/** UTF-16 units. */
const LONGEST = 120;

const LEFT_OUT =
  /\b(?:existing|rest|remain(?:s|ing|der)?|unchanged|same|previous|other|omitted|keep|code|imports?|methods?|functions?|before|as is|no changes?)\b/i;

/** Words that leave something out without dots. */
const UNCHANGED =
  /^(?:the )?(?:rest|remainder) of (?:the|your|this)\b.{0,60}$|^(?:the )?(?:rest|remaining|existing|other|previous)\b.{0,60}\b(?:unchanged|(?:the )?same|as (?:is|before)|omitted)\b.{0,16}$|^(?:code )?unchanged$/i;

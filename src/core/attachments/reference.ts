/** References to attachments in texts, such as `file+session://./image-1.png`. */
import { escapePath } from '../compose/escapePath';

const START = 'file+session://./';

/** Ends before a full stop, a bracket, or a quote, so that sentences and Markdown links can contain references. */
const REFERENCE = /file\+session:\/\/\.\/([\w%~-]+(?:\.[\w%~-]+)*)/g;

export function referenceTo(name: string): string {
  const code = encodeURIComponent(name.toWellFormed());
  return `${START}${code.replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`;
}

/** The names of the attachments that a text refers to, each once. */
export function namesIn(text: string): readonly string[] {
  if (!text.includes(START)) return [];
  return [...new Set(Array.from(text.matchAll(REFERENCE), ([, code = '']) => nameOf(code)))];
}

/** Replaces references. References for which `textOf` returns undefined stay. */
export function replaceReferences(text: string, textOf: (name: string) => string | undefined): string {
  if (!text.includes(START)) return text;
  return text.replaceAll(REFERENCE, (reference, code: string) => textOf(nameOf(code)) ?? reference);
}

/** Stands for an attachment that is gone, in the document. */
export function goneText(name: string): string {
  return `[attachment ${escapePath(name)} is no longer stored]`;
}

function nameOf(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

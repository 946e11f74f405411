/** Lines with which edits begin, in all formats. */
import { bare } from '../formats/format';

/** Most lines can't be markers, and a reply may have millions. */
export function mayBeMarker(line: string): boolean {
  return MARKER.test(line);
}

const MARKER =
  /^[\s\u200b-\u200d\u2060\ufeff]{0,100}(?:[<«»]|&[lg]t;|>{5}|\ud83d[\udfe7-\udfe9]|\*{3} |--- |@@|diff --(?:git|cc|combined) |#{1,6} )/;

/** Whether an edit begins here, as far as its first line tells. */
export function startsEdit(line: string): boolean {
  return mayBeMarker(line) && START.test(bare(line));
}

const START =
  /^(?:<{5,9} *SEARCH|«{2,9} *EDIT|(?:🟧){2,9} *EDIT|\*{3} (?:Begin Patch|(?:Add|Update|Delete) File:)|<file\s|diff --(?:git|cc|combined) |--- \S)/u;

/** Whether it is a marker that no edit begins with. */
export function isStray(line: string): boolean {
  return /^>{5,9} REPLACE$|^»{2,9} EDIT END$|^\*{3} End Patch$/.test(bare(line));
}

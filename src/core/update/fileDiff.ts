/** A change of a file's full text as a unified diff. */
import { applyPatch, formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { escapePath } from '../compose/escapePath';
import { fenceFor } from '../compose/fence';
import { fencedText } from './textInBody';

const CONTEXT_LINES = 3;

/** Added and removed lines. Finding more takes seconds, and hardly shortens the block. */
const MOST_EDITS = 2_000;

/**
 * The body of a block that shows how the text of a file has changed, from the bodies of the file's blocks. Undefined if anything
 * but the fenced text differs, if no patch is found in a limited number of steps, or if applying it does not give exactly the
 * present text. Myers' algorithm, by jsdiff.
 */
export function fileDiff(path: string, before: string, now: string): string | undefined {
  const old = fencedText(before);
  const present = fencedText(now);
  if (old === undefined || present === undefined || old.head !== present.head) return undefined;
  const hunks = structuredPatch('', '', old.text, present.text, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
  });
  if (hunks === undefined) return undefined;
  const name = escapePath(path);
  const patch = `--- a/${name}\n+++ b/${name}\n${formatPatch(hunks, OMIT_HEADERS)}`;
  if (applyPatch(old.text, patch, { autoConvertLineEndings: false }) !== present.text) return undefined;
  const fence = fenceFor(patch);
  return `${present.heading}${fence}diff\n${patch}${fence}`;
}

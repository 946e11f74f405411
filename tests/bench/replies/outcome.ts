import type { TrialFile } from './corruption';
import { isPartOf, linesAfter, linesBefore, otherRows } from './rows';
import { diskText, expectedText, type Trial } from './trial';

export type Outcome =
  /** The file has the text that it should. */
  | 'right'
  /** Nothing wrong was applied, and the rest is shown for the user to decide. */
  | 'asks'
  /** Something else was applied without asking. */
  | 'wrong'
  /** Nothing wrong was applied, but an edit is nowhere to be seen. */
  | 'lost';

/** `applied`: the text after everything that needs no question. */
export function outcomeOf(
  file: TrialFile,
  applied: string,
  { isAsked, isPartial, isVague }: Pick<Trial, 'isPartial' | 'isVague'> & { readonly isAsked: boolean },
): Outcome {
  const disk = diskText(file);
  if (file.isConflict === true && applied !== disk) return 'wrong';
  if (file.isConflict !== true && applied === expectedText(file)) return 'right';
  if (isVague && withoutBlanks(applied) === withoutBlanks(expectedText(file))) return 'right';
  if (!isPartlyApplied(file, applied)) return 'wrong';
  return isAsked || isPartial ? 'asks' : 'lost';
}

function isPartlyApplied(file: TrialFile, applied: string): boolean {
  const { now, lineEnd, hasFinalEnd } = file;
  if (applied === diskText(file)) return true;
  if (applied === '' || applied.endsWith(lineEnd) !== hasFinalEnd) return false;
  const body = hasFinalEnd ? applied.slice(0, -lineEnd.length) : applied;
  const lines = body.split(lineEnd);
  return (
    isPartOf(now, lines) || otherRows(linesBefore(now), linesAfter(now)).some((rows) => isPartOf(rows, lines))
  );
}

function withoutBlanks(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

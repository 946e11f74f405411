import type { FileContent } from '../files/fileContent';
import type { LeftOut } from '../ignore/leftOut';

/** Why the user is asked before a file is selected: its name suggests secrets, or it is too large to be read unasked. */
export type TickQuestion = 'sensitive' | 'large';

interface Candidate {
  readonly ticked: boolean;
  readonly leftOut: LeftOut | undefined;
  readonly content: FileContent | undefined;
}

/** The question to ask before this file is selected, however the user selects it. */
export function tickQuestion({ ticked, leftOut, content }: Candidate): TickQuestion | undefined {
  if (ticked) return undefined;
  if (leftOut?.source === 'sensitive') return 'sensitive';
  return content?.kind === 'unread' ? 'large' : undefined;
}

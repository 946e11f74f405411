import type { SuggestedFile } from '../../src/app/automation/files';
import type { FittedDocument } from '../../src/app/automation/fit';
import type { Report } from '../../src/app/automation/report';

/** The report of `drive --report`. Times are milliseconds, sizes bytes. */
export interface DriveReport extends Report {
  /** The likely files that are not selected, most likely first; if requested. */
  readonly suggested?: readonly SuggestedFile[];
  /** Files ticked because other files use them; if requested. */
  readonly needed?: readonly NeededFiles[];
  /** The proposal that was applied, if a budget was given. */
  readonly fitted?: FittedDocument;
  /** The longest task on the main thread, 0 if none took 50 ms. */
  readonly longestTask: number;
  /** Memory of the page's process (PSS) at the end; undefined if the system does not report it. */
  readonly memory: number | undefined;
}

/** The files ticked because a file uses them within this many steps. */
export interface NeededFiles {
  readonly path: string;
  readonly steps: number;
  readonly files: readonly string[];
}

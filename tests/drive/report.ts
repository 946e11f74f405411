import type { Report } from '../../src/app/report';

/** What `drive --report` writes. Times are milliseconds, sizes bytes. */
export interface DriveReport extends Report {
  /** The longest task on the main thread, 0 when none took 50 ms. */
  readonly longestTask: number;
  /** Memory of the page's process (PSS) at the end; undefined where the system does not tell. */
  readonly memory: number | undefined;
}

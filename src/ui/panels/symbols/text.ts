/** Texts of the parsing progress. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  parsing: 'Parsing files',
  reading: (done: number, total: number) => `Parsing ${grouped(done)} of ${plural(total, 'file')}…`,
  stopped: (done: number, total: number) =>
    `Stopped: only ${grouped(done)} of ${plural(total, 'file')} parsed`,
  stop: 'Stop',
  resume: 'Continue',
  failed: (files: number) => `${plural(files, 'file')} couldn't be parsed`,
} as const;

import type { ModeDescriptor } from '../viewMode';

export interface NoneRequest {
  readonly mode: 'none';
}

const NONE: NoneRequest = { mode: 'none' };

/** Only the file's heading, with a notice in place of a text. */
export const none: ModeDescriptor<NoneRequest> = {
  label: 'name only',
  hint: 'Only the file name',
  key: '7',
  phrase: 'by name only',
  plain: NONE,
  requestOf: () => NONE,
  needsFacts: () => false,
  showsSummary: () => false,
};

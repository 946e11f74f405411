import { readMarkedBlock } from '../markedBlocks';
import type { ReplyFormat } from './format';

/** AC-DC's blocks, as `««« EDIT`, `═══════ REPL`, `»»» EDIT END` or with orange, yellow, and green squares. */
export const acDc: ReplyFormat = {
  name: 'ac-dc',
  readAt: (view, at, before) => {
    const mark = view.markAt(at);
    return mark?.kind === 'open' && mark.family !== 'search' ? readMarkedBlock(view, at, before) : undefined;
  },
};

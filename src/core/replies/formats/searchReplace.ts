import { readMarkedBlock } from '../markedBlocks';
import type { ReplyFormat } from './format';

/**
 * aider's blocks: a path before or inside the fence, `<<<<<<< SEARCH`, old text, `=======`, new text, `>>>>>>> REPLACE`;
 * 5 to 9 marker characters. Blocks without a path change the file of the block before. An empty SEARCH creates a file.
 */
export const searchReplace: ReplyFormat = {
  name: 'search-replace',
  readAt: (view, at, before) => {
    const mark = view.markAt(at);
    return mark?.kind === 'open' && mark.family === 'search' ? readMarkedBlock(view, at, before) : undefined;
  },
};

import { fileHeadings } from './fileHeading';
import type { ReplyFormat } from './format';
import { openaiPatch } from './openaiPatch';
import { repoPrompt } from './repoPrompt';
import { acDc, searchReplace } from './searchReplace';
import { unifiedDiff } from './unifiedDiff';

/** The formats whose edits begin with a marker of their own. */
export const FORMATS: readonly ReplyFormat[] = [
  searchReplace,
  acDc,
  openaiPatch,
  repoPrompt,
  unifiedDiff,
  fileHeadings,
];

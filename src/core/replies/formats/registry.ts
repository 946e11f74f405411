import { acDc } from './acDc';
import { beginPatch } from './beginPatch';
import { codeWebChat } from './codeWebChat';
import { elidedCode } from './elidedCode';
import type { ReplyFormat } from './format';
import { gitPatch } from './gitPatch';
import { repoPrompt } from './repoPrompt';
import { searchReplace } from './searchReplace';
import { strReplace } from './strReplace';
import { unifiedDiff } from './unifiedDiff';
import { wholeFile } from './wholeFile';

/** The first format that recognizes a block reads it. Those with marks of their own come before plain fences. */
export const REPLY_FORMATS: readonly ReplyFormat[] = [
  codeWebChat,
  searchReplace,
  acDc,
  beginPatch,
  gitPatch,
  unifiedDiff,
  repoPrompt,
  strReplace,
  elidedCode,
  wholeFile,
];

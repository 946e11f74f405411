/** Texts of the right pane: budget, selected files, savings, warnings. */
import { compact } from '../../../core/numberText';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Budget',
  empty: 'Select files to see the token count.',
  ofBudget: (tokens: number) => `of ${compact(tokens)} tokens (your budget)`,
  ofWindow: (tokens: number) => `of ${compact(tokens)} tokens`,
  noWindow: 'tokens (context window not published)',
  estimate: (
    of: { readonly tokens: number; readonly low: number; readonly high: number },
    model: string,
    counted: string,
  ) =>
    `About ${grouped(of.tokens)} tokens for ${model} (between ${grouped(of.low)} and ${grouped(of.high)}); ${counted}`,
  countedWith: (tokens: number, encoding: string) => `${grouped(tokens)} counted with ${encoding}`,
  shareOfWindow: 'Share of the context window',
  shareOfBudget: 'Share of the budget',
  overWindow: "Over this model's context window.",
  overBudget: 'Over your budget.',
  fitTo: 'Fit…',
  fitToTitle: 'Choose files, and how much of each to show, within a token budget',
  fit: 'Shrink to fit',
  fitTitle: 'Show the largest files as skeletons until the document fits',
  model: 'Model',
  budget: 'Token budget',
  noBudget: 'None',
  privateTokenizer: (encoding: string, factor: number) =>
    `≈ This model's tokenizer is not public. Estimate: ${encoding} count × ${factor}.`,
  otherTokenizer: (encoding: string, setting: string) =>
    `≈ This model uses ${encoding}, but the tokenizer in the settings is ${setting}.`,
  sections: 'Sections',
  files: (count: number) => plural(count, 'file'),

  selected: {
    title: 'Selected files',
    none: 'No files selected.',
    deselect: 'Deselect file',
    deselectFile: (path: string) => `Deselect ${path}`,
    deselectAll: 'Deselect all',
  },

  folders: {
    title: 'Files by folder',
    root: 'Root folder',
    tokensInFiles: (tokens: string, files: number) => `${tokens} in ${plural(files, 'file')}`,
    more: (count: number) => `and ${plural(count, 'more folder')}`,
  },

  savings: {
    title: 'Save tokens',
    apply: (tokens: string) => `Skeleton: −${tokens}`,
    applyTitle: (path: string, tokens: string) => `Show ${path} as skeleton, which saves ${tokens} tokens`,
    find: 'Find files that a skeleton makes much smaller',
  },

  warnings: {
    document: (reason: string) => `Couldn't read this document: ${reason}`,
    count: (count: number) => plural(count, 'warning'),
    followAll: (count: number) => `Update ${plural(count, 'moved file')}`,
    accept: 'Accept',
    acceptAll: (count: number) => `Accept ${plural(count, 'moved slice')}`,
    more: (count: number) => `and ${plural(count, 'more file')}`,
  },
} as const;

/** All texts of the layers: how long each part of the document has been unchanged. */
import type { LayerMoves } from '../../../core/tiers/layers';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Layers',
  none: 'nothing copied yet',
  noneTitle: 'After the first copy, this shows how much of the next one the chat already has.',
  lost: 'record of the last copy lost',
  lostTitle: 'The record of the last copy can’t be read, so the next copy counts as the first one.',

  bar: (tiers: readonly string[]) => `Tokens by layer: ${tiers.join(', ')}`,
  inTier: (tier: string, tokens: string) => `${tier} ${tokens}`,
  table: {
    caption: 'The document by layer, most stable first',
    tier: 'Layer',
    tierTitle: {
      L0: 'Unchanged for 12 copies or more, and the instructions',
      L1: 'Unchanged for 9 to 11 copies',
      L2: 'Unchanged for 6 to 8 copies',
      L3: 'Unchanged for 3 to 5 copies',
      active: 'New or changed within the last 3 copies; also the file tree and the task',
    },
    files: 'Files',
    symbols: 'Maps',
    symbolsTitle: 'Files in the symbol map',
    history: 'Msgs',
    historyTitle: 'Messages of the discussion',
    tokens: 'Tokens',
    cached: 'Cached',
    cachedTitle: "Part of the unchanged beginning, so the chat or the API's cache already has it",
    all: 'yes',
    no: 'no',
    empty: 'empty',
    headings: 'Headings',
  },

  unchanged: (seen: string, all: string, share: number) =>
    `${seen} of ${all} (${Math.floor(share * 100)}%) unchanged since the last copy`,
  sameAgain: 'Nothing has changed since the last copy',
  shorter: 'Same as the last copy, but shorter',
  emptied: 'The document is empty now',
  newChat: 'The next copy starts a new chat, which has seen nothing yet',
  first: 'First change:',
  firstTitle: 'Show it in the preview. Everything from here on is sent again.',
  mapOf: (path: string) => `Map of ${path}`,
  message: 'A message',

  moves: {
    last: 'Last copy',
    next: 'Next copy',
    none: 'no moves',
    counts: ({ promotions, demotions, dropped }: LayerMoves) =>
      [
        [promotions.length, 'up'],
        [demotions.length, 'down'],
        [dropped.length, 'gone'],
      ]
        .flatMap(([count, way]) => (count === 0 ? [] : `${grouped(Number(count))} ${way}`))
        .join(', '),
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    gone: 'gone',
  },
  progress: {
    title: 'Progress of each part',
    top: 'most stable',
    ready: (next: string) => `ready for ${next}`,
    toNext: (steps: number, next: string) => `${plural(steps, 'step')} to ${next}`,
  },

  cost: {
    title: 'Cost of a copy in input tokens',
    warm: 'warm cache',
    warmTitle: 'If the API still has the last copy in its cache',
    cold: 'cold cache',
    coldTitle: 'If the API has nothing in its cache. Writing to the cache can cost more than not using it.',
    price: 'Price of 1M input tokens',
    priceTitle: (model: string) => `In dollars, for ${model}. Stored in this browser, for this model.`,
    noPrice: '$',
  },

  older: (blocks: number) =>
    `${plural(blocks, 'file')} in the symbol map ${blocks === 1 ? 'has' : 'have'} old line numbers`,
  olderTitle: 'Only line numbers and references have changed, so the cached text is kept.',
  renew: 'Renew',
  renewTitle: 'Print the current ones. Everything after them is sent again.',
  target: 'Smallest cached tier',
  targetTitle:
    'A tier with fewer tokens than this is not cached. 0 allows any size; leave it empty to follow the model.',
  rearrange: 'Rearrange all',
  rearrangeTitle:
    'For a chat whose cache has expired: the next copy has the whole document, with every part in its best place',
  copy: 'Copy breakdown',
  copyTitle: 'Copy all numbers as JSON',
  treemap: 'Treemap…',
  treemapTitle: 'Show the tokens of all files by folder, in the colors of their layers',
  map: {
    title: 'Tokens by folder and layer',
    none: 'No files in the document.',
    hint: 'Select a file to show it in the tree, or a folder to look into it.',
    root: 'All files',
    rootFolder: 'Root folder',
    path: 'Folder shown',
    label: (folder: string) => `Treemap of ${folder}`,
    file: (path: string, tokens: string, tier: string) => `${path}: ${tokens}, ${tier}`,
    folder: (path: string, files: number, tokens: string, tier: string) =>
      `${path}: ${plural(files, 'file')}, ${tokens}, mostly ${tier}`,
    rest: (folder: string, files: number, tokens: string, tier: string) =>
      `${plural(files, 'small file')} in ${folder}: ${tokens}, mostly ${tier}`,
    restName: (files: number) => plural(files, 'small file'),
    table: 'Tokens of each folder by layer',
    columns: { folder: 'Folder', files: 'Files', tokens: 'Tokens' },
  },
} as const;

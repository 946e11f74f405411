import type { Direction } from '../../../app/files/relatedFiles.svelte';

/** A list next to the code. */
export type FileListId = 'symbols' | 'slices' | Direction;

export function isDirection(list: FileListId): list is Direction {
  return list === 'uses' || list === 'usedBy';
}

import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { Composition, CompositionChange } from './composition.svelte';
import { clearsPins, type CompositionOptions } from '../../core/settings/compositionOptions';

/** The item once the user chooses these options. */
export function underChosen(item: FileItem, options: Partial<CompositionOptions>): FileItem {
  return item.pinned && clearsPins(options) ? { ...item, pinned: false } : item;
}

/** The change for newly chosen options. It clears pins where needed, so that the last explicit choice wins. */
export function chosenOptions(
  composition: Pick<Composition, 'markedItems'>,
  options: Partial<CompositionOptions>,
): CompositionChange {
  const items = new Map<RepoPath, FileItem>();
  for (const item of composition.markedItems) {
    const after = underChosen(item, options);
    if (after !== item) items.set(item.path, after);
  }
  return { items, options: clearsPins(options) ? { ...options, pinnedFolders: new Set() } : options };
}

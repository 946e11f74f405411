import { deciderOf, type ViewRules } from '../../core/items/effectiveView';
import type { FileItem } from '../../core/items/fileItem';
import { MODE } from '../../core/views/registry';

/** Says why a file is shown as it is, in a full sentence; empty if its own view mode decides. */
export function whyShown(item: FileItem, rules: ViewRules): string {
  const reason = reasonFor(item, rules);
  if (reason === '' || item.viewMode === 'full' || deciderOf(item, rules) === 'pinned') return reason;
  return `${reason} Its own mode is ${MODE[item.viewMode].label}.`;
}

function reasonFor(item: FileItem, rules: ViewRules): string {
  switch (deciderOf(item, rules)) {
    case 'notIncluded':
      return 'The file stays in the list but is not copied.';
    case 'forced':
      return '“Always in full” is set for this file.';
    case 'pinned':
      return 'Pinned: your choice for this file overrides the settings for all files.';
    case 'full':
      return '“All in full” overrides the modes of files.';
    case 'focus':
      return 'The worker role shows focus files in full.';
    case 'summaries':
      return rules.strategy === 'summarize'
        ? '“All as summaries” overrides the modes of files.'
        : 'The project asks for summaries of all files.';
    case 'worker':
      return 'The worker role reduces files that are not focus files.';
    case 'excluded':
    case 'own':
      return '';
  }
}

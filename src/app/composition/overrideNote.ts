import { counted } from '../../core/counted';
import { deciderOf, type Decider, type ViewRules } from '../../core/items/effectiveView';
import type { FileItem } from '../../core/items/fileItem';

const OVERRIDING: ReadonlySet<Decider> = new Set(['full', 'focus', 'summaries', 'worker']);

/**
 * Says what overrides what: which files keep what was set on them by hand, and whose own modes the settings for all files
 * override. `marked` are the items that differ from the default item.
 */
export function overrideNote(marked: readonly FileItem[], rules: ViewRules): string {
  const deciders = marked.map((item) => [deciderOf(item, rules), item.viewMode !== 'full'] as const);
  const pinned = deciders.filter(([decider]) => decider === 'pinned').length;
  const forced = deciders.filter(([decider]) => decider === 'forced').length;
  const overridden = deciders.filter(([decider, hasMode]) => hasMode && OVERRIDING.has(decider)).length;
  return [
    pinned === 0
      ? 'A mode that you set on a file afterwards wins.'
      : `${counted(pinned, 'file')} ${pinned === 1 ? 'keeps' : 'keep'} the mode set by hand until you choose here again.`,
    ...(forced === 0 ? [] : [`${counted(forced, 'file')} ${forced === 1 ? 'is' : 'are'} always in full.`]),
    ...(overridden === 0
      ? []
      : [`The current detail overrides the own mode of ${counted(overridden, 'file')}.`]),
  ].join(' ');
}

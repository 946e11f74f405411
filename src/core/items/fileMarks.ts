import { WORKER } from '../summaries/agentTier';
import type { ViewRules } from './effectiveView';
import type { FileItem } from './fileItem';
import { isFocus } from './focus';

/** Marks that a user can set on a file besides its view mode. */
export const FILE_MARKS = ['focus', 'forceFull', 'notIncluded'] as const;
export type FileMark = (typeof FILE_MARKS)[number];

export function hasMark(item: FileItem, mark: FileMark): boolean {
  switch (mark) {
    case 'focus':
      return isFocus(item);
    case 'forceFull':
      return item.forceFull;
    case 'notIncluded':
      return !item.autoAggregate;
  }
}

/** The item after the user set or removed a mark. Setting a mark resets earlier choices that would override it. */
export function withMark(item: FileItem, mark: FileMark, on: boolean, rules: ViewRules): FileItem {
  switch (mark) {
    case 'focus':
      if (!on) return { ...item, agentTier: undefined };
      return { ...item, agentTier: WORKER, pinned: item.pinned && rules.agentTier !== WORKER };
    case 'forceFull':
      if (!on) return { ...item, forceFull: false };
      return {
        ...item,
        forceFull: true,
        autoAggregate: true,
        viewMode: item.viewMode === 'none' ? 'full' : item.viewMode,
      };
    case 'notIncluded':
      return { ...item, autoAggregate: !on };
  }
}

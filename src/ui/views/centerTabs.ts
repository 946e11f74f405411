import type { Component } from 'svelte';
import type { App } from '../../app/app.svelte';
import type { GoneFiles } from '../../app/composition/goneFiles.svelte';
import type { Direction } from '../../app/files/relatedFiles.svelte';
import type { FileView } from '../../app/files/fileView.svelte';
import type { Workspace } from '../../app/workspace.svelte';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileListId } from '../panels/file/fileLists';
import { TEXT } from './text';

/** Props of all tabs of the middle pane. Each panel declares those it needs. */
export interface TabProps {
  readonly app: App;
  readonly workspace: Workspace;
  readonly gone: GoneFiles;
  /** The tab is selected. */
  readonly visible: boolean;
  /** The file that the file tab shows. */
  readonly file: FileView;
  /** The list beside the code in the file tab. */
  readonly part: FileListId;
  readonly onpart: (part: FileListId) => void;
  /** Long lines of code are wrapped, as those of prose always are. */
  readonly wrapsCode: boolean;
  readonly onwrap: () => void;
  /** Shows a file in the preview. */
  readonly onpreview: (path: RepoPath) => void;
  /** Shows a file in the tree. */
  readonly onreveal: (path: RepoPath) => void;
  /** Shows a file in the file tab at a 1-based line. */
  readonly onfile: (path: RepoPath, line?: number) => void;
  /** Offers to add the files that a file uses, or those that use it. */
  readonly onrelated: (path: RepoPath, direction: Direction) => void;
}

/** Verbs that only some tabs have. */
export interface TabVerbs {
  readonly focusFind?: () => void;
  readonly scrollToBlock?: (key: string) => void;
  /** Scrolls to a 1-based line of a block, and focuses the list. */
  readonly scrollToLine?: (key: string, line: number) => void;
}

interface CenterTab {
  readonly label: string;
  readonly load: () => Promise<{ readonly default: Component<TabProps, TabVerbs> }>;
}

/** The tabs of the middle pane by their id. A new tab is a component and an entry here. */
const TABS = {
  preview: { label: TEXT.panes.preview, load: () => import('../panels/preview/Preview.svelte') },
  file: { label: TEXT.panes.file, load: () => import('../panels/file/FilePanel.svelte') },
  discussion: {
    label: TEXT.panes.discussion,
    load: () => import('../panels/discussion/DiscussionPanel.svelte'),
  },
  sources: { label: TEXT.panes.sources, load: () => import('./SourcesTab.svelte') },
  reply: { label: TEXT.panes.reply, load: () => import('../panels/reply/ReplyPanel.svelte') },
} satisfies Record<string, CenterTab>;

export type CenterTabId = keyof typeof TABS;
export const CENTER_TABS: Readonly<Record<CenterTabId, CenterTab>> = TABS;

import type { Component } from 'svelte';
import type { App } from '../../app/app.svelte';
import type { Workspace } from '../../app/workspace.svelte';
import type { SectionId } from '../../core/document/sections/registry';
import { escapeLine } from '../../core/compose/escapePath';
import { stepName, type CompositionOptions } from '../../core/settings/compositionOptions';
import type { RepoPath } from '../../core/files/repoPath';
import { TEXT as DOCUMENTS } from '../panels/documents/text';
import { TEXT as GIT } from '../panels/git/text';
import { issueState } from '../panels/beads/issueState';
import { TEXT as BEADS } from '../panels/beads/text';
import { TEXT as URLS } from '../panels/urls/text';
import { TEXT as SCREENSHOTS } from '../panels/screenshots/text';

/** Props of all sources. Each panel declares those it needs. */
export interface SourceProps {
  readonly app: App;
  readonly workspace: Workspace;
  /** Shows a file in the file tab at a 1-based line. */
  readonly onfile: (path: RepoPath, line?: number) => void;
}

/** What the folder has of a source. */
export interface SourceHead {
  /** One line. */
  readonly state: string;
  /** Whether the user, or the project, wants it in the document. Undefined if there is nothing to want yet. */
  readonly isOn?: boolean;
  readonly isWarning?: boolean;
}

/** Something beside the files of the folder that goes into the document. */
export interface Source {
  readonly title: string;
  /** The section that it fills. The tab lists sources in the order of the document. */
  readonly section: SectionId;
  /** Undefined if the folder has nothing of the kind, or nobody knows yet. */
  readonly head: (workspace: Workspace) => SourceHead | undefined;
  readonly onswitch: (workspace: Workspace, on: boolean) => void;
  /** Loaded when its part is first opened. */
  readonly load: () => Promise<{ readonly default: Component<SourceProps> }>;
}

/** The sources of the document. A new source is a panel and an entry here. */
export const SOURCES: readonly Source[] = [
  {
    title: DOCUMENTS.title,
    section: 'documents',
    head: ({ documents: { list, failed, isOn } }) => {
      if (list.length === 0) return { state: DOCUMENTS.none };
      if (failed.length > 0) return { state: DOCUMENTS.failed(failed.length), isOn, isWarning: true };
      const isConverting = list.some(({ state }) => state.kind === 'converting');
      return { state: isConverting ? DOCUMENTS.converting : DOCUMENTS.count(list.length), isOn };
    },
    onswitch: ({ documents }, on) => {
      documents.setAllOn(on);
    },
    load: () => import('../panels/documents/DocumentsPanel.svelte'),
  },
  {
    title: URLS.title,
    section: 'urls',
    head: ({ conversation: { urls }, composition: { options } }) => {
      const isOn = options.urls === 'on';
      if (urls.list.length === 0) return undefined;
      return { state: URLS.state(urls.list.length, isOn ? urls.read.length : 0), isOn };
    },
    onswitch: (workspace, on) => {
      workspace.set('urls', on ? 'on' : 'off');
    },
    load: () => import('../panels/urls/UrlsPanel.svelte'),
  },
  {
    title: GIT.changes.title,
    section: 'gitChanges',
    head: ({ git: { state, changes }, composition: { options } }) => {
      if (state.kind === 'none') return undefined;
      const isOn = options.gitChanges !== 'off' || options.gitCommit !== '';
      if (state.kind === 'unreadable')
        return { state: GIT.changes.unreadable(state.reason), isOn, isWarning: true };
      const branch = escapeLine(state.branch ?? GIT.changes.detached);
      const text = changes.length === 0 ? GIT.changes.none(branch) : GIT.changes.some(changes.length, branch);
      const lacksBase = options.gitChanges === 'base' && state.base === undefined;
      const [problem = lacksBase ? GIT.changes.noBase : undefined] = state.problems;
      return problem === undefined ? { state: text, isOn } : { state: problem, isOn, isWarning: true };
    },
    onswitch: (workspace, on) => {
      const start: CompositionOptions['gitChanges'] = on ? 'head' : 'off';
      const commit = on ? workspace.composition.options.gitCommit : '';
      workspace.setOptions({ gitChanges: start, gitCommit: commit }, stepName('gitChanges', start));
    },
    load: () => import('../panels/git/GitChanges.svelte'),
  },
  {
    title: GIT.log.title,
    section: 'gitLog',
    head: ({ git: { state }, composition: { options } }) =>
      state.kind === 'repository'
        ? { state: GIT.log.state(options.gitLog), isOn: options.gitLog !== undefined }
        : undefined,
    onswitch: (workspace, on) => workspace.set('gitLog', on ? GIT.log.usual : undefined),
    load: () => import('../panels/git/GitLog.svelte'),
  },
  {
    title: SCREENSHOTS.title,
    section: 'screenshots',
    head: ({ screenshots: { list, tokens, isOn } }) => {
      const failed = list.filter(({ image }) => typeof image === 'string').length;
      if (failed > 0) return { state: SCREENSHOTS.failed(failed), isOn, isWarning: true };
      if (list.length === 0) return { state: SCREENSHOTS.none };
      const words = tokens === undefined || tokens === 0 ? '' : SCREENSHOTS.tokens(tokens);
      return { state: SCREENSHOTS.state(list.length, words), isOn };
    },
    onswitch: (workspace, on) => {
      workspace.set('withScreenshots', on);
    },
    load: () => import('../panels/screenshots/ScreenshotsPanel.svelte'),
  },
  {
    title: BEADS.title,
    section: 'beads',
    head: ({ issues }) => {
      const state = issues.found && issueState(issues.found, issues.isOn);
      return state && { ...state, isOn: issues.isOn };
    },
    onswitch: (workspace, on) => {
      workspace.set('beads', on ? 'on' : 'off');
    },
    load: () => import('../panels/beads/BeadsPanel.svelte'),
  },
];

import type { Component } from 'svelte';
import type { App } from '../../app/app.svelte';
import type { Workspace } from '../../app/workspace.svelte';
import type { SectionId } from '../../core/document/sections/registry';
import type { RepoPath } from '../../core/files/repoPath';
import Budget from '../panels/budget/Budget.svelte';
import Savings from '../panels/budget/Savings.svelte';
import { TEXT } from '../panels/budget/text';
import { TEXT as OVERVIEW } from '../panels/folderSections/text';
import Layers from '../panels/layers/Layers.svelte';
import { TEXT as LIKELY } from '../panels/likely/text';
import { TEXT as SCREENSHOTS } from '../panels/screenshots/text';
import { TEXT as SECRETS } from '../panels/secrets/text';
import { TEXT as TURNS } from '../panels/turns/text';
import ProjectFault from '../panels/project/ProjectFault.svelte';
import { TEXT as PROMPT } from '../panels/prompt/text';
import type { FoldedHead } from '../shared/FoldedPart.svelte';

/** Props of all sections of the right pane. Each section declares those it needs. */
export interface SideProps {
  readonly app: App;
  readonly workspace: Workspace;
  /** Shows a section of the document in the preview. */
  readonly onsection: (section: SectionId) => void;
  /** Shows a block of the document in the preview, by its key. */
  readonly onblock: (key: string) => void;
  /** Shows a 1-based line of a block in the preview. */
  readonly online: (key: string, line: number) => void;
  /** Shows a file in the tree. */
  readonly onreveal: (path: RepoPath) => void;
  /** Shows a folder in the tree; empty for the root. */
  readonly onfolder: (path: string) => void;
  /** Runs a command by its id. */
  readonly oncommand: (id: string) => void;
}

export type SideSection =
  | {
      readonly kind: 'open';
      readonly id: string;
      readonly Part: Component<SideProps>;
    }
  | {
      /** Collapsible. Its script is loaded when it is first opened. */
      readonly kind: 'folded';
      readonly id: string;
      /** Open until the user collapses it. */
      readonly startsOpen?: boolean;
      /** Undefined if there is nothing to show. */
      readonly head: (workspace: Workspace) => FoldedHead | undefined;
      readonly load: () => Promise<{ readonly default: Component<SideProps> }>;
    };

/** The sections of the right pane. A new section is a component and an entry here. */
export const SIDE_SECTIONS: readonly SideSection[] = [
  { kind: 'open', id: 'budget', Part: Budget },
  {
    kind: 'folded',
    id: 'secrets',
    head: ({ secrets, secretWatch: { valueCount, openCount } }) => {
      if (secrets.isOff) return { label: SECRETS.part.off, isWarning: true };
      if (openCount > 0) return { label: SECRETS.part.open(openCount), isWarning: true };
      return valueCount > 0 ? { label: SECRETS.part.decided(valueCount) } : undefined;
    },
    load: () => import('../panels/secrets/SecretsPart.svelte'),
  },
  {
    kind: 'folded',
    id: 'images',
    head: ({ screenshots: { toAttach } }) =>
      toAttach.length > 0 ? { label: SCREENSHOTS.toAttach(toAttach.length), isWarning: true } : undefined,
    load: () => import('../panels/screenshots/ImagesToAttach.svelte'),
  },
  { kind: 'open', id: 'layers', Part: Layers },
  {
    kind: 'folded',
    id: 'selected',
    head: ({ composition }) => ({ label: TEXT.selected.title, count: composition.paths.length }),
    load: () => import('../panels/budget/ChosenFiles.svelte'),
  },
  {
    kind: 'folded',
    id: 'likely',
    startsOpen: true,
    head: ({ likely }) => (likely.hasTask ? { label: LIKELY.title } : undefined),
    load: () => import('../panels/likely/LikelyFiles.svelte'),
  },
  {
    kind: 'folded',
    id: 'folders',
    head: (workspace) => (workspace.document.totals.files > 0 ? { label: TEXT.folders.title } : undefined),
    load: () => import('../panels/budget/FolderShares.svelte'),
  },
  { kind: 'open', id: 'savings', Part: Savings },
  {
    kind: 'folded',
    id: 'warnings',
    head: ({ notes, documents }) => {
      const count = notes.length + documents.failed.length;
      return count > 0 ? { label: TEXT.warnings.count(count), isWarning: true } : undefined;
    },
    load: () => import('../panels/budget/Warnings.svelte'),
  },
  { kind: 'open', id: 'project', Part: ProjectFault },
  {
    kind: 'folded',
    id: 'instructions',
    head: ({ document, tokens }) => {
      const printed = document.totals.sections.find(({ section }) => section === 'instructions');
      return { label: PROMPT.title, ...(printed && { figure: tokens.short(printed.tokens) }) };
    },
    load: () => import('../panels/prompt/Instructions.svelte'),
  },
  {
    kind: 'folded',
    id: 'overview',
    startsOpen: true,
    head: () => ({ label: OVERVIEW.title }),
    load: () => import('../panels/folderSections/FolderSections.svelte'),
  },
  {
    kind: 'folded',
    id: 'turns',
    head: ({
      conversation: {
        turns: { list = [] },
      },
    }) => (list.length > 0 ? { label: TURNS.title, count: list.length } : undefined),
    load: () => import('../panels/turns/TurnsPanel.svelte'),
  },
];

import type { RepoPath } from '../core/files/repoPath';

/** A message about something that is not visible elsewhere on the screen. */
export interface Notice {
  readonly kind: 'done' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details?: readonly string[];
  /** A button in the message. `export` downloads a backup of everything, `reload` saves and reloads the page. */
  readonly offer?:
    | 'export'
    | 'reload'
    | { readonly label: string; readonly run: () => void }
    /** Runs a command by its id. */
    | { readonly label: string; readonly command: string }
    /** Shows a file in the tree. */
    | { readonly label: string; readonly show: RepoPath };
}

export type Notify = (notice: Notice) => void;

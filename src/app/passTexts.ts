import type { LeavingText } from './ports/engine';

/** Resolves to the texts as they may leave the app. Rejects if the user cancels. */
export type PassTexts = (texts: readonly LeavingText[], by: LeavingBy) => Promise<readonly string[]>;

/** How something leaves the app. */
export type LeavingBy = 'copy' | 'download' | 'save' | 'split' | 'share' | 'ask';

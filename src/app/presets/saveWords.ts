import { PROJECT_FILE } from './projectFile.svelte';
import type { SaveOutcome } from './scopedRecords.svelte';

/** Describes the outcome of saving or deleting a record. `done` is the sentence for success. */
export function outcomeSentence(outcome: SaveOutcome, what: string, name: string, done: string): string {
  switch (outcome.kind) {
    case 'saved':
      return done;
    case 'downloaded':
      return `Downloaded ${PROJECT_FILE}. Put it in the root folder to use it in the project.`;
    case 'canceled':
      return 'No changes made.';
    case 'taken':
      return `A ${what} named ${name} already exists.`;
    case 'changed':
      return `Another tab has changed ${name}. Your changes are kept: save again to replace it, or discard them.`;
    case 'refused':
      return `Couldn't save: ${outcome.reason}.`;
  }
}

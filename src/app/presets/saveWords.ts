import { PROJECT_FILE } from './projectFile.svelte';
import type { SaveOutcome } from './scopedRecords.svelte';

/** What came of saving a record, or taking one away, for its user. `done` is said where it went as wanted. */
export function outcomeSentence(outcome: SaveOutcome, what: string, name: string, done: string): string {
  switch (outcome.kind) {
    case 'saved':
      return done;
    case 'downloaded':
      return `${PROJECT_FILE} is downloaded. Put it into the folder to have it in the project.`;
    case 'canceled':
      return 'Nothing was changed.';
    case 'taken':
      return `There is a ${what} called ${name} already.`;
    case 'changed':
      return `Another tab has changed ${name}. Your changes are still here: save again to replace it, or discard them.`;
    case 'refused':
      return `Nothing was saved: ${outcome.reason}.`;
  }
}

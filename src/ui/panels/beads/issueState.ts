import type { IssuesFound } from '../../../app/ports/engine';
import { TEXT } from './text';

/** The issues of the folder on one line; undefined if there are none, and nobody asks for them. */
export function issueState(
  found: IssuesFound,
  isOn: boolean,
): { readonly state: string; readonly isWarning?: boolean } | undefined {
  switch (found.kind) {
    case 'absent':
      return isOn ? { state: TEXT.absent, isWarning: true } : undefined;
    case 'unexported':
      return { state: TEXT.unexported, isWarning: isOn };
    case 'failed':
      return { state: TEXT.failed, isWarning: true };
    case 'found': {
      const { ready, inProgress, blocked, closed } = found.counts;
      const state = TEXT.state(ready, inProgress, blocked, closed);
      return { state, ...(found.warnings.length > 0 && { isWarning: true }) };
    }
  }
}

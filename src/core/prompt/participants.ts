import { oneLine } from '../compose/escapePath';

/** A participant of the conversation: a person, a model, or a role. */
export interface Participant {
  readonly id: string;
  readonly name: string;
}

/** The fragment `participants`: a line `id: name` each. Empty without participants; those without an id are left out. */
export function renderParticipants(participants: readonly Participant[]): string {
  const lines = participants.flatMap(({ id, name }) => {
    const [shownId, shownName] = [oneLine(id), oneLine(name)];
    return shownId === '' ? [] : `${shownId}: ${shownName}`.trimEnd();
  });
  return lines.length === 0 ? '' : ['Participants:', ...lines].join('\n');
}

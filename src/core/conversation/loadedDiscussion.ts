import { CONTINUES, type Checkpoint } from './checkpoint';
import type { Discussion, Message } from './discussion';

/** A discussion with its newest checkpoint in the place of the messages that it covers. */
export interface LoadedDiscussion {
  /** As the model sees them: what the system said first, the checkpoint, and the messages that it does not cover. */
  readonly messages: readonly Message[];
  readonly checkpoint: Checkpoint | undefined;
  /** Ids of the messages that the checkpoint covers. */
  readonly covered: ReadonlySet<string>;
  /** Checkpoints that can't be used, because messages that they cover are not stored, or one has the same id. */
  readonly ignored: readonly Checkpoint[];
}

const NONE: ReadonlySet<string> = new Set();

export function loadDiscussion({
  messages,
  checkpoints,
}: Pick<Discussion, 'messages' | 'checkpoints'>): LoadedDiscussion {
  if (checkpoints.length === 0) return { messages, checkpoint: undefined, covered: NONE, ignored: [] };
  const stored = new Set(messages.map(({ id }) => id));
  const ignored = checkpoints.filter(
    ({ id, covers }) => stored.has(id) || !covers.every((each) => stored.has(each)),
  );
  const checkpoint = checkpoints.findLast((each) => each.covers.length > 0 && !ignored.includes(each));
  if (checkpoint === undefined) return { messages, checkpoint, covered: NONE, ignored };
  const covered = new Set(checkpoint.covers);
  const rest = messages.filter(({ id }) => !covered.has(id));
  const at = rest.findIndex(({ role }) => role !== 'System');
  const first = at < 0 ? rest.length : at;
  return {
    messages: [...rest.slice(0, first), checkpointMessage(checkpoint), ...rest.slice(first)],
    ...{ checkpoint, covered, ignored },
  };
}

/** The user message that stands for everything that a checkpoint covers. */
export function checkpointMessage({ id, summary, time }: Checkpoint): Message {
  const content = `${CONTINUES}\n\n${summary.trim()}`;
  return { id, role: 'User', content, time, collapsed: false, place: 0 };
}

import * as v from 'valibot';
import type { Checkpoint } from './checkpoint';
import { inOrder, type Discussion } from './discussion';
import { asRole } from './roles';

const text = v.pipe(
  v.string(),
  v.transform((read) => read.toWellFormed()),
);
/** Keys of blocks have ids in them, and are stored as one text with a control character between them. */
const id = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.check((read) => read.isWellFormed() && !/\p{Cc}/u.test(read)),
);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const messageData = v.object({
  id,
  role: v.fallback(v.pipe(v.string(), v.transform(asRole)), asRole('')),
  content: text,
  time: v.fallback(count, 0),
  collapsed: v.fallback(v.boolean(), false),
  place: v.pipe(v.number(), v.finite()),
});

const exchangeData = v.object({
  id,
  prompts: v.array(text),
  answer: v.fallback(text, ''),
  time: v.fallback(count, 0),
  turn: v.fallback(v.string(), ''),
});

const checkpointData = v.object({
  id,
  summary: text,
  time: v.fallback(count, 0),
  covers: v.array(id),
  hash: v.fallback(v.string(), ''),
});

/** Reads a stored discussion. Messages without an id, a place, or a text are dropped, and so are repeated ids. */
export const discussionData = v.pipe(
  v.object({
    title: v.fallback(text, ''),
    takeOf: v.fallback(text, ''),
    workspaceMessage: v.fallback(text, ''),
    exchange: v.fallback(v.optional(exchangeData), undefined),
    checkpoints: v.fallback(v.array(v.unknown()), []),
    messages: v.array(v.unknown()),
  }),
  v.transform(({ messages, checkpoints, exchange, ...parts }): Discussion => ({
    ...{ ...parts, exchange },
    checkpoints: readCheckpoints(checkpoints),
    messages: inOrder(uniqueOf(messageData, messages)),
  })),
);

/** The readable checkpoints of a list, the first with each id. */
export function readCheckpoints(list: readonly unknown[]): readonly Checkpoint[] {
  return uniqueOf(checkpointData, list);
}

/** The readable values of a list, the first with each id. */
function uniqueOf<T extends { readonly id: string }>(
  schema: v.GenericSchema<unknown, T>,
  list: readonly unknown[],
): readonly T[] {
  const read = new Map<string, T>();
  for (const data of list) {
    const value = v.safeParse(schema, data);
    if (value.success && !read.has(value.output.id)) read.set(value.output.id, value.output);
  }
  return [...read.values()];
}

import * as v from 'valibot';
import { inOrder, type Discussion, type Message } from './discussion';
import { asRole } from './roles';

const text = v.pipe(
  v.string(),
  v.transform((read) => read.toWellFormed()),
);
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const messageData = v.object({
  id,
  role: v.fallback(v.pipe(v.string(), v.transform(asRole)), asRole('')),
  content: text,
  time: v.fallback(count, 0),
  collapsed: v.fallback(v.boolean(), false),
  place: v.pipe(v.number(), v.finite()),
});

/** Reads a stored discussion. Messages without an id, a place, or a text are dropped, and so are repeated ids. */
export const discussionData = v.pipe(
  v.object({ title: v.fallback(text, ''), messages: v.array(v.unknown()) }),
  v.transform(({ title, messages }): Discussion => {
    const read = new Map<string, Message>();
    for (const data of messages) {
      const message = v.safeParse(messageData, data);
      if (message.success && !read.has(message.output.id)) read.set(message.output.id, message.output);
    }
    return { title, messages: inOrder([...read.values()]) };
  }),
);

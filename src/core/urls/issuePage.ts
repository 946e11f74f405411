import * as v from 'valibot';
import { oneLine } from '../compose/escapePath';
import { closedText } from '../compose/textSection';

const person = v.fallback(
  v.optional(v.object({ login: v.optional(v.string()), username: v.optional(v.string()) })),
  undefined,
);
const text = v.fallback(v.optional(v.nullable(v.string())), undefined);

/** GitHub and Gitea write `body` and `user`, GitLab `description` and `author`. */
const issueSchema = v.object({
  title: v.string(),
  ...{ body: text, description: text, state: text, created_at: text },
  ...{ user: person, author: person },
});

const commentSchema = v.object({
  ...{ body: text, created_at: text, user: person, author: person },
  /** Of GitLab: a change that the forge has noted. */
  system: v.fallback(v.optional(v.boolean()), undefined),
});

/**
 * An issue or pull request as Markdown: title, text, and comments. `comments` may be anything if they could not be read. Undefined if
 * it is no issue.
 */
export function issuePage(issue: unknown, comments: unknown): string | undefined {
  const read = v.safeParse(issueSchema, issue);
  if (!read.success) return undefined;
  const { title, state, body, description, ...said } = read.output;
  const about = [state ?? '', by(said)].filter((part) => part !== '').join(', ');
  const parts = [`# ${oneLine(title)}`, oneLine(about), closedText(body ?? description ?? '')];
  return [...parts, ...commentsOf(comments)].filter((part) => part !== '').join('\n\n');
}

type Said = Partial<Pick<v.InferOutput<typeof commentSchema>, 'user' | 'author' | 'created_at'>>;

function by({ user, author, created_at: time }: Said): string {
  const name = user?.login ?? author?.username ?? '';
  const day = /^\d{4}-\d\d-\d\d/.exec(time ?? '')?.[0] ?? '';
  return [name === '' ? '' : `by ${name}`, day].filter((part) => part !== '').join(', ');
}

function commentsOf(data: unknown): readonly string[] {
  const all = Array.isArray(data) ? data : [];
  return all.flatMap((each) => {
    const read = v.safeParse(commentSchema, each);
    if (!read.success || read.output.system === true) return [];
    const body = closedText(read.output.body ?? '');
    return body === '' ? [] : [`## Comment ${oneLine(by(read.output))}`.trimEnd(), body];
  });
}

/** Commits for the ranking check, with the message as the task and the touched files as the answer. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

const COMMITS = v.array(
  v.object({
    /** A folder of the clones: `owner+name`. */
    repo: v.pipe(v.string(), v.regex(/^[\w.-]+\+[\w.-]+$/)),
    sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{7,40}$/)),
    message: v.string(),
    touched: v.array(v.string()),
  }),
);

export type ListedCommit = v.InferOutput<typeof COMMITS>[number];

/** Reads the commits by repository, in order. Throws if the file is not such a list. */
export async function readCommits(path: string): Promise<ReadonlyMap<string, readonly ListedCommit[]>> {
  const commits = v.parse(COMMITS, JSON.parse(await readFile(path, 'utf8')));
  const byRepository = new Map<string, ListedCommit[]>();
  for (const commit of commits) {
    const before = byRepository.get(commit.repo);
    if (before === undefined) byRepository.set(commit.repo, [commit]);
    else before.push(commit);
  }
  return byRepository;
}

/** Reads many files with their facts: looks up stored facts in one call, and parses the other texts. */
import type { FactsOutcome } from '../../src/core/facts/outcome';
import type { FileBytes } from './contract';
import type { HashedText } from './hashedText';
import { openFile } from './openFile';
import type { Progress } from './progress';
import type { Viewing } from './viewing';

export interface FactsSource {
  readonly viewing: Viewing;
  /** Called before each step that may take long. */
  readonly progress: Progress;
}

/** Returns the result of `use` for each file, in order; undefined for a file without text. */
export async function textsWithFacts<R>(
  files: readonly FileBytes[],
  { viewing, progress }: FactsSource,
  use: (text: HashedText, outcome: FactsOutcome, index: number) => R,
): Promise<readonly (R | undefined)[]> {
  const opened = await Promise.all(
    files.map((file) => {
      progress(`open ${file.path}`);
      return openFile(file);
    }),
  );
  const batch = viewing.batch(undefined);
  await batch.prefetch(
    opened.flatMap((text) => (text.kind === 'text' ? [{ text, views: [], facts: true }] : [])),
  );
  return Promise.all(
    opened.map(async (text, at) =>
      text.kind === 'text' ? use(text, await batch.factsOf(text), at) : undefined,
    ),
  );
}

/** Measures how fast one worker counts: ours and gpt-tokenizer's, in turn, on the same texts. */
import { launchApp } from '../drive/launchApp';
import type { ReportedFile } from '../../src/app/automation/report';
import { writeCorpora } from './corpus';
import type { CounterName, CountResult } from './page/contract';
import { BENCH_PAGE, vocabularyPath } from './site';

export interface CountingRun {
  readonly corpus: string;
  readonly strata: CountResult;
  /** Missing for texts that would take it minutes. */
  readonly rival?: CountResult;
}

export async function measureCounting(
  site: string,
  folder: string,
  files: readonly ReportedFile[],
): Promise<readonly CountingRun[]> {
  const corpora = await writeCorpora(folder, files);
  const vocabulary = site + (await vocabularyPath());
  await using app = await launchApp(site + BENCH_PAGE);
  const count = (counter: CounterName, path: string): Promise<CountResult> =>
    app.page.evaluate(([name, request]) => globalThis.bench.count(name, request), [
      counter,
      { corpus: site + path, vocabulary },
    ] as const);
  const runs: CountingRun[] = [];
  for (const { name, path, isHostile } of corpora) {
    const strata = await count('strata', path);
    const rival = isHostile ? undefined : await count('gpt-tokenizer', path);
    if (rival !== undefined && rival.tokens !== strata.tokens)
      throw new Error(`${name}: ${strata.tokens} tokens, gpt-tokenizer says ${rival.tokens}`);
    runs.push({ corpus: name, strata, ...(rival && { rival }) });
  }
  return runs;
}

/** How fast secrets are found, on sources and on hostile texts. */
import { relative } from 'node:path';
import { findSecrets } from '../../../src/core/secrets/findSecrets';
import { readSource, sourcesByLanguage } from '../sources';
import { HOSTILE_TEXTS } from './hostileTexts';

const RUNS = 3;
const MOST_SOURCES = 50_000_000;

/** Megabytes a second on the sources in folders, the median of three runs, or undefined if there are none. */
export async function sourceSpeed(folders: readonly string[]): Promise<number | undefined> {
  const sources: { readonly text: string; readonly path: string }[] = [];
  let length = 0;
  for (const paths of (await sourcesByLanguage(folders, () => true)).values()) {
    for (const path of paths) {
      const text = length < MOST_SOURCES ? await readSource(path) : undefined;
      if (text === undefined) continue;
      sources.push({ text, path: relative(folders[0] ?? '', path) });
      length += text.length;
    }
  }
  if (length === 0) return undefined;
  const time = medianTime(() => {
    for (const { text, path } of sources) findSecrets(text, { path });
  });
  return length / 1000 / time;
}

/** Milliseconds for each hostile text, the median of three runs. */
export function hostileTimes(): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(HOSTILE_TEXTS).map(([name, text]) => [name, medianTime(() => findSecrets(text))]),
  );
}

/** Processor time, which a busy machine lengthens less than the time on the clock. */
function medianTime(run: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.toSorted((a, b) => a - b)[1] ?? 0;
}

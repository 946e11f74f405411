import { findSecrets } from '../../../src/core/secrets/findSecrets';
import { HOSTILE_TEXTS } from './hostileTexts';

const RUNS = 3;

/** Milliseconds of processor time for each hostile text, the median of three runs. */
export function hostileTimes(): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(HOSTILE_TEXTS).map(([name, text]) => {
      const times = Array.from({ length: RUNS }, () => {
        const start = process.cpuUsage();
        findSecrets(text, { path: 'settings.txt' });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return [name, times.toSorted((a, b) => a - b)[1] ?? 0];
    }),
  );
}

import type { CountRequest, CountResult } from './contract';

const WARM_PASSES = 3;

/** Counts every text of the corpus separately, as files are, several times over. */
export async function measureCounting(
  { corpus }: CountRequest,
  count: (text: string) => number,
): Promise<CountResult> {
  const texts = (await (await fetch(corpus)).json()) as readonly string[];
  const utf8 = new TextEncoder();
  const bytes = texts.reduce((sum, text) => sum + utf8.encode(text).length, 0);
  const pass = (): { tokens: number; took: number } => {
    const started = performance.now();
    const tokens = texts.reduce((sum, text) => sum + count(text), 0);
    return { tokens, took: performance.now() - started };
  };
  const first = pass();
  const later = Array.from({ length: WARM_PASSES }, () => pass().took);
  return { tokens: first.tokens, bytes, cold: first.took, warm: Math.min(...later) };
}

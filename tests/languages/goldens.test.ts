import { describe, expect, it } from 'vitest';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';
import { describedFile, goldens, goldenText, storedGolden, type Golden } from './goldens';
import { expectSoundFacts } from './soundFacts';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

async function factsOf({ language, text }: Pick<Golden, 'language' | 'text'>) {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  return outcome.facts;
}

describe.each(goldens().map((golden) => [`${golden.language}/${golden.name}`, golden] as const))(
  '%s',
  (_, golden) => {
    it('matches its golden', async () => {
      const actual = goldenText(golden, await factsOf(golden));
      expect(actual).toBe(storedGolden(golden, actual));
    });

    it('has sound ranges, names, parents and cuts', async () => {
      expectSoundFacts(golden.text, await factsOf(golden));
    });

    it('has a skeleton that parses clean, with every symbol that no cut hides', async () => {
      const facts = await factsOf(golden);
      if (facts.family !== 'code') return;
      const skeleton = renderSkeleton(describedFile(golden.name, golden.language, golden.text, facts));
      const again = await factsOf({ language: golden.language, text: skeleton.text });
      if (facts.errors === 0) expect(again.errors, 'syntax errors in the skeleton').toBe(0);
      const kept = facts.symbols.filter(
        ({ signature }) =>
          !facts.cuts.some(({ start, end }) => start <= signature.start && signature.start < end),
      );
      expect(again.symbols.map(({ kind, path }) => `${kind} ${path}`)).toEqual(
        kept.map(({ kind, path }) => `${kind} ${path}`),
      );
      // Cutting a text without bodies changes nothing but the counts.
      expect(again.cuts.length).toBeLessThanOrEqual(facts.cuts.length);
    });

    it('counts the cut lines of its skeleton in its gaps', async () => {
      const facts = await factsOf(golden);
      if (facts.family !== 'code') return;
      const { text, gaps } = renderSkeleton(describedFile(golden.name, golden.language, golden.text, facts));
      for (const [index, { startLine, endLine }] of gaps.entries()) {
        const count = endLine - startLine + 1;
        expect(facts.cuts[index]?.text).toContain(count === 1 ? '1 line' : `${count} lines`);
      }
      const shown = new Set(text.split('\n').map((line) => line.trim()));
      const lines = golden.text.split('\n');
      const hidden = new Set(
        gaps
          .flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine))
          .map((line) => line.trim()),
      );
      for (const line of new Set(lines.map((written) => written.trim()))) {
        // Every line is in the skeleton, or in a gap that says so, or shares its line with a cut.
        if (shown.has(line) || hidden.has(line)) continue;
        expect(
          facts.cuts.some((cut) =>
            golden.text
              .slice(lineStart(golden.text, cut.start), lineEnd(golden.text, cut.end))
              .includes(line),
          ),
          line,
        ).toBe(true);
      }
    });
  },
);

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

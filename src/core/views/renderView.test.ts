import { describe, expect, it } from 'vitest';
import type { ViewRequest } from './viewRequest';
import { sliceOf } from '../../../tests/arbitraries/slices';
import { joinParts } from '../compose/fileBlock';
import { NO_REFERENCES } from '../facts/references';
import type { FileFacts } from '../facts/fileFacts';
import { parseRepoPath } from '../files/repoPath';
import { renderView } from './renderView';

const parsed = parseRepoPath('src/b.ts');
const path = parsed.kind === 'path' ? parsed.path : undefined;
if (path === undefined) throw new Error('a plain path was refused');
const source = { path, text: 'secret();\nopen();\n' };
const blockOf = (request: ViewRequest) => joinParts(renderView(request, source).parts);

const NO_FACTS: FileFacts = {
  language: 'typescript',
  family: 'code',
  lines: 50,
  symbols: [],
  imports: [],
  cuts: [],
  references: NO_REFERENCES,
  errors: 0,
};
const CUT = { start: 0, end: 300, text: '/* 37 lines */\n', startLine: 1, endLine: 37 };

describe('renderView', () => {
  it('full: the text in a fence of its language', () => {
    expect(blockOf({ mode: 'full' })).toBe('### `src/b.ts`\n\n```ts\nsecret();\nopen();\n```');
  });

  it('none: heading and notice, nothing of the text', () => {
    expect(blockOf({ mode: 'none' })).toBe('### `src/b.ts`\n\n(context excluded)');
  });

  it('custom: the slices and nothing else; without slices the same as summary', () => {
    const slices = [sliceOf(2, 2, { tag: 'core', comment: 'why' })];
    expect(blockOf({ mode: 'custom', slices })).toBe(
      '### `src/b.ts`\n\n```ts\n---\n[Slice: core] (why)\nLines 2-2:\nopen();\n```',
    );
    expect(blockOf({ mode: 'custom', slices: [] })).toBe(blockOf({ mode: 'summary' }));
  });

  it.each([
    [0, 1, 'Lines 1-1:\nsecret();', 'Slice 1 has nothing to be found again by: shown is line 1'],
    [0, 0, 'Lines 1-1:\nsecret();', 'Slice 1 has nothing to be found again by: shown is line 1'],
    [2, 1, 'Lines 2-2:\nopen();', 'Slice 1 has nothing to be found again by: shown is line 2'],
    [9, 9, 'Lines 9-9:\n(slice out of range)', 'Slice 1 is out of range: there is no line 9 any more'],
  ])(
    'custom: lines %i-%i are clamped to those there are, and a note says so',
    (startLine, endLine, shown, note) => {
      const slices = [sliceOf(startLine, endLine)];
      const rendered = renderView({ mode: 'custom', slices }, source);
      expect(joinParts(rendered.parts)).toContain(`---\n[Slice]\n${shown}\n`);
      expect(rendered.notes).toEqual([note]);
    },
  );

  it('masked: an empty mask is the summary', () => {
    expect(blockOf({ mode: 'masked', mask: [] })).toBe(blockOf({ mode: 'summary' }));
  });

  const long = { path, text: 'open();\n'.repeat(50) };
  const SHORT_VIEWS = [{ mode: 'skeleton', keep: 'all' }, { mode: 'outline' }] as const;

  it('without facts: skeleton and outline fall back to the summary, and the block says so above its fence', () => {
    const summary = joinParts(renderView({ mode: 'summary' }, long).parts);
    for (const request of SHORT_VIEWS) {
      const rendered = renderView(request, long);
      expect(joinParts(rendered.parts)).toBe(
        summary.replace('\n\n', '\n\n(summary: src/b.ts could not be parsed: no grammar for .ts)\n\n'),
      );
      expect(rendered.warnings).toEqual(['no grammar for .ts']);
    }
  });

  it.each([
    [{ kind: 'too-slow' }, 'parsing took too long', 'parsing took too long'],
    [
      { kind: 'too-large', units: 2_000_001 },
      'too large to parse (2,000,001 characters)',
      'too large to parse (2,000,001 characters)',
    ],
    [
      { kind: 'lossy', line: 7 },
      'the parser lost the declaration in line 7',
      'could not be parsed: the parser lost the declaration in line 7',
    ],
    [
      { kind: 'failed', message: 'a\n\n### `b`' },
      'a\\u000a\\u000a### \\x60b\\x60',
      'could not be parsed: a\n\n### `b`',
    ],
  ] as const)('says why a summary was made without parsing: %j', (reason, words, warning) => {
    const rendered = renderView({ mode: 'summary' }, { ...long, reason });
    expect(joinParts(rendered.parts).split('\n')[2]).toBe(
      `(summary: src/b.ts could not be parsed: ${words})`,
    );
    expect(rendered.warnings).toEqual([warning]);
  });

  it('says how many places could not be parsed', () => {
    const facts = { ...NO_FACTS, errors: 3 };
    for (const request of SHORT_VIEWS) {
      const { parts, warnings } = renderView(request, { ...long, facts: { ...facts, cuts: [CUT] } });
      expect(joinParts(parts)).toContain('### `src/b.ts`\n\n(3 places could not be parsed)\n\n```ts\n');
      expect(warnings).toEqual(['3 places could not be parsed']);
    }
  });

  it('a skeleton, outline or summary that is no shorter gives way to the text, and a note says so', () => {
    for (const request of [...SHORT_VIEWS, { mode: 'summary' } as const]) {
      const rendered = renderView(request, { ...source, facts: { ...NO_FACTS, errors: 1 } });
      expect(joinParts(rendered.parts)).toBe(blockOf({ mode: 'full' }));
      expect(rendered).toMatchObject({
        gaps: [],
        notes: [`Shown in full: its ${request.mode} would not be shorter`],
        warnings: [],
      });
    }
  });

  it('counts the notice above a view and the blank line after it', () => {
    const text = 'open();\n'.repeat(20);
    const notice = '(1 place could not be parsed)\n\n';
    const shownWithout = (hidden: number): string => {
      const cuts = [{ ...CUT, end: CUT.text.length + hidden }];
      const facts = { ...NO_FACTS, errors: 1, cuts };
      return joinParts(renderView({ mode: 'skeleton', keep: 'all' }, { path, text, facts }).parts);
    };
    expect(shownWithout(notice.length)).not.toContain(notice);
    expect(shownWithout(notice.length + 1)).toContain(notice);
  });

  it('a summary that hides a secret stays, whatever its length', () => {
    const env = { path, text: 'PASSWORD=hunter2\n' };
    const block = joinParts(renderView({ mode: 'summary' }, env).parts);
    expect(block).toContain('•••');
    expect(block).not.toContain('hunter2');
    const written = { mode: 'summary', written: 'endpoint 2026-01-31T12:00:00.000Z' } as const;
    const told = { ...env, summary: 'Holds what the tests log in with.\n' };
    expect(joinParts(renderView(written, told).parts)).toContain('Holds what');
  });

  it('a view that throws leaves an error on one line', () => {
    const rendered = renderView({ mode: 'outline' }, source, () => {
      throw new Error('line one\n## Files');
    });
    expect(joinParts(rendered.parts)).toBe(
      '### `src/b.ts`\n\nERROR in outline view mode for src/b.ts: line one\\u000a## Files',
    );
    expect(rendered.failed).toBe('line one\n## Files');
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import type { PlacedHunk } from '../../core/replies/placedEdit';
import { overlap } from '../../core/replies/placing/appliedText';
import type { FileEdits } from '../ports/engine';
import { FileReview } from './fileReview.svelte';
import { OccupiedLines } from './occupiedLines';

const NOW = 'one\ntwo\nthree\n';

function placed(from: number, count: number, ...lines: string[]): PlacedHunk {
  return { state: { kind: 'placed', by: 'exact', replacement: { from, count, lines } } };
}

function asks(from: number, count: number, ...lines: string[]): PlacedHunk {
  const replacement = { from, count, lines };
  return { state: { kind: 'asks', reason: 'removed-differs', places: [from], replacement } };
}

function reviewOf(
  hunks: readonly PlacedHunk[],
  more: Partial<FileEdits> = {},
  isOutside = false,
): FileReview {
  return new FileReview({ path: path('a.txt'), now: NOW, hunks, ...more }, isOutside);
}

test('accepting a hunk rejects another one of the same lines', () => {
  const [first, second] = [placed(2, 1, 'zwei'), asks(2, 1, 'deux')];
  const review = reviewOf([first, second]);
  review.accept(first);
  expect(review.result).toEqual({ text: 'one\nzwei\nthree\n', added: 1, removed: 1 });
  review.accept(second);
  expect([review.isAccepted(first), review.result.text]).toEqual([false, 'one\ndeux\nthree\n']);
  review.reject(second);
  expect([review.isChanged, review.open]).toEqual([false, [first, second]]);
});

test('accepting all takes the sure ones first, and no two of the same lines', () => {
  const [question, sure, other] = [asks(2, 1, 'deux'), placed(2, 1, 'zwei'), asks(3, 1, 'drei')];
  const review = reviewOf([question, sure, other]);
  review.acceptAll();
  expect(review.result.text).toBe('one\nzwei\ndrei\n');
});

test('nothing is sure in a file that the model has not seen, or that must be confirmed, but a new file is', () => {
  const hunk = placed(1, 0, 'new');
  expect(reviewOf([hunk]).sure).toEqual([hunk]);
  expect(reviewOf([hunk], {}, true).sure).toEqual([]);
  expect(reviewOf([hunk], { risk: 'runs on a build server' }).sure).toEqual([]);
  const created = reviewOf([hunk], { now: undefined }, true);
  expect([created.sure, created.isNew, created.isChanged]).toEqual([[hunk], true, false]);
  created.acceptAll();
  expect([created.isChanged, created.accepted.replacements]).toEqual([
    true,
    [{ from: 1, count: 0, lines: ['new'] }],
  ]);
});

test('a text that the user has edited replaces what the hunks make', () => {
  const review = reviewOf([placed(2, 1, 'zwei')]);
  review.acceptAll();
  review.edit('one\nMINE\nthree\n');
  expect(review.accepted.replacements).toEqual([{ from: 2, count: 1, lines: ['MINE'] }]);
  expect(review.open).toEqual([]);
  review.edit(undefined);
  expect(review.result.text).toBe('one\nzwei\nthree\n');
});

test('a file is deleted or renamed only if the user accepts that', () => {
  const deletion: PlacedHunk = {
    state: { kind: 'asks', reason: 'delete', places: [1], replacement: { from: 1, count: 3, lines: [] } },
  };
  const deleted = reviewOf([deletion]);
  deleted.accept(deletion);
  expect([deleted.result, deleted.accepted.replacements]).toEqual([
    { text: undefined, added: 0, removed: 3 },
    undefined,
  ]);
  const rename: PlacedHunk = { state: { kind: 'asks', reason: 'rename', places: [] } };
  const renamed = reviewOf([rename, placed(1, 1, 'eins')], { newPath: path('b.txt') });
  renamed.acceptSure();
  expect(renamed.accepted.newPath).toBeUndefined();
  renamed.accept(rename);
  expect(renamed.accepted).toMatchObject({ path: 'a.txt', newPath: 'b.txt' });
  expect(reviewOf([rename]).canAccept(rename)).toBe(false);
});

test('what was accepted stays when the file is placed again, unless it asks now', () => {
  const before = reviewOf([placed(1, 1, 'eins'), placed(2, 1, 'zwei'), placed(3, 1, 'drei')]);
  for (const hunk of before.hunks.slice(0, 2)) before.accept(hunk);
  const [moved, question, other] = [placed(2, 1, 'eins'), asks(3, 1, 'zwei'), placed(4, 1, 'drei')];
  const again = reviewOf([moved, question, other], { now: `zero\n${NOW}` });
  again.continue(before);
  expect([moved, question, other].map((hunk) => again.isAccepted(hunk))).toEqual([true, false, false]);
});

test('taking all that are sure keeps a place that the user has chosen', () => {
  const [ambiguous, sure] = [asks(2, 1, 'deux'), placed(2, 1, 'zwei')];
  const review = reviewOf([ambiguous, sure]);
  review.acceptSure();
  const chosen = placed(2, 1, 'deux');
  review.place(ambiguous, chosen);
  expect(review.sureLeft).toEqual([]);
  review.acceptSure();
  expect(review.result.text).toBe('one\ndeux\nthree\n');
});

test('lines are occupied exactly where two replacements overlap', () => {
  const replacement = fc.record({
    from: fc.integer({ min: 1, max: 6 }),
    count: fc.integer({ min: 0, max: 3 }),
    lines: fc.constant([]),
  });
  fc.assert(
    fc.property(replacement, replacement, (one, other) => {
      const occupied = new OccupiedLines();
      occupied.add(one);
      expect(occupied.overlaps(other)).toBe(overlap(one, other));
    }),
    { numRuns: 2_000 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEPARATOR } from '../compose/separator';
import {
  blockAtRow,
  buildLineMap,
  carryRow,
  foldTarget,
  keyOfRow,
  linesOnRows,
  NO_FOLDS,
  rowAt,
  rowOfKey,
  rowOfLine,
  withFold,
  type Folds,
  type LineMap,
  type MappedBlock,
} from './lineMap';

interface TestBlock extends MappedBlock {
  readonly body: string;
}

function section(lines: number): TestBlock {
  return {
    key: 'instructions',
    section: 'instructions',
    lead: '',
    lines,
    body: bodyOf('i', lines),
  };
}

function file(name: string, lines: number, lead = ''): TestBlock {
  return { key: name, section: 'files', lead, lines, body: bodyOf(name, lines) };
}

function bodyOf(name: string, lines: number): string {
  return Array.from({ length: lines }, (_, i) => `${name} ${i}`).join('\n');
}

function textOnRows(map: LineMap, blocks: readonly TestBlock[]): string[] {
  return Array.from({ length: map.rows }, (_, index) => {
    const row = rowAt(map, index);
    if (row?.kind === 'line') return blocks[row.block]?.body.split('\n')[row.line] ?? 'missing';
    return row?.kind === 'lead' || row?.kind === 'between' ? row.text : `<${row?.kind}>`;
  });
}

const documents = fc
  .tuple(fc.boolean(), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }))
  .map(([instructions, files]) => [
    ...(instructions ? [section(3)] : []),
    ...files.map((lines, i) => file(`f${i}`, lines, i === 0 ? '## Files' : '')),
  ]);

const foldsOf = (blocks: readonly TestBlock[], chosen: readonly number[], files: boolean): Folds => ({
  blocks: new Set(chosen.map((i) => blocks[i % Math.max(1, blocks.length)]?.key ?? '')),
  sections: new Set(files ? (['files'] as const) : []),
});

const folded = fc
  .tuple(documents, fc.array(fc.nat(20), { maxLength: 4 }), fc.boolean())
  .map(([blocks, chosen, files]) => ({ blocks, folds: foldsOf(blocks, chosen, files) }));

test('without folds the rows are the lines of the document', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      const whole = blocks
        .map((block) => (block.lead === '' ? '' : `${block.lead}\n\n`) + block.body)
        .join(SEPARATOR);
      const rows = textOnRows(buildLineMap(blocks, NO_FOLDS), blocks);
      expect(rows).toEqual(blocks.length === 0 ? [] : whole.split('\n'));
    }),
    { numRuns: 2_000 },
  );
});

test('a folded block is one row without its separator', () => {
  const blocks = [section(2), file('a', 3, '## Files'), file('b', 2)];
  const map = buildLineMap(blocks, { blocks: new Set(['a']), sections: new Set() });
  expect(textOnRows(map, blocks)).toEqual([
    'i 0',
    'i 1',
    '',
    '---',
    '',
    '## Files',
    '',
    '<folded-block>',
    'b 0',
    'b 1',
  ]);
});

test('a folded section is one row that knows its blocks', () => {
  const blocks = [section(1), file('a', 3, '## Files'), file('b', 2)];
  const map = buildLineMap(blocks, { blocks: new Set(['b']), sections: new Set(['files']) });
  expect(textOnRows(map, blocks)).toEqual(['i 0', '', '---', '', '<folded-section>']);
  expect(rowAt(map, 4)).toEqual({ kind: 'folded-section', block: 1, end: 3 });
});

test('every visible line is found on the row that shows it, every hidden one on its fold', () => {
  fc.assert(
    fc.property(folded, ({ blocks, folds }) => {
      const map = buildLineMap(blocks, folds);
      for (const [block, { lines }] of blocks.entries()) {
        for (let line = 0; line < lines; line += 1) {
          const row = rowAt(map, rowOfLine(map, block, line));
          if (row?.kind === 'line') expect(row).toEqual({ kind: 'line', block, line });
          else expect(row?.kind).toMatch(/^folded/);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a row is found by its key, also when other blocks have come or gone', () => {
  fc.assert(
    fc.property(folded, fc.boolean(), ({ blocks, folds }, isSame) => {
      const map = buildLineMap(blocks, folds);
      const next = buildLineMap(isSame ? blocks : [...blocks.slice(1), file('new', 2)], folds);
      const keys = Array.from({ length: map.rows }, (_, row) => keyOfRow(map, row));
      expect(new Set(keys).size).toBe(keys.length);
      for (const [row, key] of keys.entries()) {
        const found = rowOfKey(next, key);
        if (isSame) expect(found).toBe(row);
        if (found !== undefined) expect(keyOfRow(next, found)).toBe(key);
        const line = rowAt(map, row);
        if (!isSame && line?.kind === 'line' && line.block > 0)
          expect(rowAt(next, found ?? -1)).toEqual({ ...line, block: line.block - 1 });
      }
    }),
    { numRuns: 300 },
  );
});

test('the lines asked for are the lines shown', () => {
  fc.assert(
    fc.property(folded, fc.nat(80), fc.nat(30), ({ blocks, folds }, first, length) => {
      const map = buildLineMap(blocks, folds);
      const end = Math.min(map.rows, first + length);
      const shown: string[] = [];
      for (let index = first; index < end; index += 1) {
        const row = rowAt(map, index);
        if (row?.kind === 'line') shown.push(`${row.block}:${row.line}`);
      }
      const asked = linesOnRows(map, first, end).flatMap(({ block, from, to }) =>
        Array.from({ length: to - from }, (_, i) => `${block}:${from + i}`),
      );
      expect(asked).toEqual(shown);
    }),
    { numRuns: 2_000 },
  );
});

test('chevrons stand on first lines, on the heading of the files, and on folds', () => {
  const blocks = [section(2), file('a', 2, '## Files'), file('b', 2)];
  const map = buildLineMap(blocks, { blocks: new Set(['b']), sections: new Set() });
  const targets = Array.from({ length: map.rows }, (_, index) => {
    const row = rowAt(map, index);
    const target = row && foldTarget(map, row);
    return target === undefined ? '' : target.kind === 'block' ? target.key : `section ${target.section}`;
  });
  expect(targets.join()).toBe('instructions,,,,,section files,,a,,,,,b');
});

test('folding and unfolding changes one member', () => {
  const once = withFold(NO_FOLDS, { kind: 'block', key: 'a' }, true);
  const twice = withFold(once, { kind: 'section', section: 'files' }, true);
  expect([...twice.blocks, ...twice.sections]).toEqual(['a', 'files']);
  expect(withFold(twice, { kind: 'block', key: 'a' }, false).blocks.size).toBe(0);
  expect(NO_FOLDS.blocks.size).toBe(0);
});

test('the text on the screen stays in place when blocks before it change', () => {
  const before = buildLineMap([section(2), file('b', 50, '## Files'), file('c', 9)], NO_FOLDS);
  const after = buildLineMap([section(30), file('a', 10, '## Files'), file('b', 50), file('c', 9)], NO_FOLDS);
  const row = rowOfLine(before, 1, 20);
  expect(carryRow(before, after, row + 0.25)).toBe(rowOfLine(after, 2, 20) + 0.25);
  expect(carryRow(before, after, 0)).toBe(0);
});

test('if the block on the screen is gone, the next one takes its place', () => {
  const before = buildLineMap([file('a', 5, '## Files'), file('b', 50), file('c', 9)], NO_FOLDS);
  const after = buildLineMap([file('a', 5, '## Files'), file('c', 9)], NO_FOLDS);
  expect(carryRow(before, after, rowOfLine(before, 1, 20))).toBe(rowOfLine(after, 1, 0));
  expect(carryRow(before, buildLineMap([], NO_FOLDS), 12)).toBe(0);
});

test('a map built from an earlier one equals a new map', () => {
  const factsOf = (map: LineMap) => ({ ...map, indexOf: map.blocks.map(({ key }) => map.indexOf(key)) });
  const chosen = fc.array(fc.nat(11), { maxLength: 4 });
  fc.assert(
    fc.property(documents, documents, chosen, fc.boolean(), (one, other, picked, files) => {
      const folds = foldsOf(one, picked, files);
      const longer = one.map((block, at) => (picked.includes(at) ? { ...block, lines: 20 } : block));
      const swapped = [...one.slice(1), ...one.slice(0, 1)];
      for (const blocks of [other, swapped, longer])
        for (const then of [folds, NO_FOLDS])
          expect(factsOf(buildLineMap(blocks, then, buildLineMap(one, folds)))).toEqual(
            factsOf(buildLineMap(blocks, then)),
          );
    }),
  );
});

test('a folded section of 10,000 blocks is mapped at once', () => {
  const blocks = Array.from({ length: 10_000 }, (_, i) => file(`f${i}`, 200, i === 0 ? '## Files' : ''));
  const map = buildLineMap(blocks, { blocks: new Set(), sections: new Set(['files']) });
  expect(map.rows).toBe(1);
  const open = buildLineMap(blocks, NO_FOLDS);
  expect(open.rows).toBe(2 + 10_000 * 203 - 3);
  expect(blockAtRow(open, 1_000_000)).toBe(Math.floor((1_000_000 - 2) / 203));
});

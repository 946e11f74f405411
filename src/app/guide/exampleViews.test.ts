import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engineHere } from '../../../tests/engineInTests';
import type { Engine } from '../ports/engine';
import type { Picked, OpenedFolder } from '../ports/folders';
import { EXAMPLE, exampleViews } from './exampleViews';

const ready = { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' as const };

function ports(sample: Picked<OpenedFolder>) {
  const ended: string[] = [];
  const engine: Engine = { ...engineHere({}), dispose: () => ended.push('disposed') };
  return {
    ended,
    engines: { create: () => engine },
    folders: { sample: () => Promise.resolve(sample) },
  };
}

test('shows each view of the file, and each is smaller than the full text', async () => {
  const text = readFileSync(`public/sample/${EXAMPLE}`, 'utf8');
  const files = [
    { path: 'b.py', text: '' },
    { path: EXAMPLE, text },
  ];
  const given = ports({ kind: 'picked', value: { kind: 'memory', name: 'tidepool', files, ready } });
  const example = await exampleViews(given, 'o200k_base');
  if (example.kind === 'failed') throw new Error(example.reason);
  const views = new Map(example.views.map((view) => [view.mode, { ...view, text: view.lines.join('\n') }]));
  expect([...views.keys()]).toEqual(['full', 'skeleton', 'outline', 'summary', 'masked', 'custom']);
  const full = views.get('full');
  expect(full?.text).toContain(text);
  for (const { mode, tokens } of example.views)
    if (mode !== 'full') expect(tokens, mode).toBeLessThan((full?.tokens ?? 0) * 0.8);
  expect(views.get('skeleton')?.text).toMatch(/def slope_at\(.*\n.*"""Metres per hour/);
  expect(views.get('masked')?.text).toContain('harbour.mean_level + sum(');
  expect(views.get('masked')?.text).not.toContain('yield Height(');
  expect(views.get('custom')?.text).toMatch(/\[Slice: formula\]\nLines 19-25:\ndef height_at/);
  expect(given.ended).toEqual(['disposed']);
});

test('says why there is no example', async () => {
  const given = ports({ kind: 'refused', reason: 'the sample could not be loaded: 404' });
  expect(await exampleViews(given, 'o200k_base')).toEqual({
    kind: 'failed',
    reason: 'the sample could not be loaded: 404',
  });
});

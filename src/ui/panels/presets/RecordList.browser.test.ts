import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { PresetSharing } from '../../../app/presets/presetSharing.svelte';
import type { ScopedRecord } from '../../../app/presets/scopedRecords.svelte';
import '../../theme/index.css';
import RecordList from './RecordList.svelte';

interface Named {
  readonly name: string;
}

function recordsNamed(count: number): readonly ScopedRecord<Named>[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `preset ${String(at).padStart(5, '0')}`;
    return { name, value: { name }, scope: 'global', hiddenBy: undefined, revision: 1 };
  });
}

test('10,000 records show those in view, and the keys and the filter reach all others', async () => {
  const records = recordsNamed(10_000);
  const chosen: string[] = [];
  await render(RecordList, {
    ...{ label: 'Presets', records, chosen: records[5_000], shelf: { presets: [] } },
    sharing: {} as PresetSharing, // Nothing is exported here.
    onchoose: ({ name }: Named) => chosen.push(name),
    children: createRawSnippet(() => ({ render: () => '<span></span>' })),
  });
  const rows = page.getByRole('list', { name: 'Presets' }).getByRole('button');
  const row = (name: string) => page.getByRole('button', { name });
  await expect.element(row('preset 05000')).toBeVisible();
  expect(rows.elements().length).toBeLessThan(60);

  await userEvent.click(row('preset 05000').element());
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await userEvent.keyboard('{End}{Enter}{Home}{Enter}');
  expect(chosen).toEqual(['preset 05000', 'preset 05001', 'preset 09999', 'preset 00000']);

  await userEvent.fill(page.getByRole('searchbox').element(), '0777');
  await expect.element(row('preset 07779')).toBeVisible();
  await userEvent.click(row('preset 00777').element());
  expect(chosen.at(-1)).toBe('preset 00777');
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { useNewFolders } from '../../../../tests/engineInBrowser';
import { handoverInTests, openFiles } from '../../../../tests/handoverInTests';
import { storageInMemory } from '../../../../tests/storageInMemory';
import TurnDetails from './TurnDetails.svelte';

useNewFolders();

it('can take back a copy whose contents are gone', async () => {
  const storage = storageInMemory();
  const { workspace } = await openFiles([{ path: 'a.ts', text: 'const a = 1;\n' }], { storage });
  const { handover, settings } = handoverInTests();
  await handover.copy(workspace, 'whole');
  const { turns } = workspace.conversation;
  const [turn] = turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  await storage.remove(`turn/test/${turn.id}`);
  await render(TurnDetails, { app: { settings, handover }, workspace, turn });
  await expect.element(page.getByText('Its contents are no longer kept')).toBeVisible();
  await page.getByRole('button', { name: 'Don’t count' }).click();
  await expect.poll(() => turns.list?.[0]?.step).toBe('undone');
});

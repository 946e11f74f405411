import { expect, test } from 'vitest';
import { openedApp } from '../../../tests/appInTests';
import { idle } from '../../../tests/workspaceInTests';
import type { OpenedFolder, Picked } from '../ports/folders';
import { createAutomation } from './automation';
import { pageState } from '../pageState';

test('whenIdle waits for a folder that is being opened in place of the open one', async () => {
  const picked = Promise.withResolvers<Picked<OpenedFolder>>();
  const app = await openedApp(undefined, {
    engine: {
      async open(_source, _options, onEvent) {
        onEvent(idle);
      },
    },
    folders: { canPick: true, pick: () => picked.promise },
  });
  const asked = Promise.withResolvers<'waiting'>();
  const changed = Promise.withResolvers<undefined>();
  const strata = createAutomation(app, () => {
    asked.resolve('waiting');
    return changed.promise;
  }, []);
  await expect.poll(() => pageState(app)).toBe('idle');

  const opening = app.openPicked();
  const waited = strata.whenIdle().then(() => 'idle' as const);
  expect(await Promise.race([waited, asked.promise])).toBe('waiting');
  picked.resolve({ kind: 'canceled' });
  await opening;
  changed.resolve(undefined);
  expect(await waited).toBe('idle');
});

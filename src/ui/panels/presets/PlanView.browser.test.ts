import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { path } from '../../../../tests/repoPathInTests';
import { NO_CHOICES, type PresetPlan } from '../../../app/presets/presetPlan';
import PlanView from './PlanView.svelte';

test('a missing file that is a document, too, is listed once', async () => {
  const plan: PresetPlan = {
    ...{ differences: [], missing: [path('a.html')], asked: [], lookalikes: [], change: {} },
    gone: [{ path: path('a.html'), likely: undefined }],
    missingAdded: [path('a.html'), path('b.pdf')],
  };
  const screen = await render(PlanView, { plan, choices: NO_CHOICES, onchoose: () => undefined });
  await expect.element(screen.getByText('a.html')).toBeVisible();
  await expect.element(screen.getByText('b.pdf')).toBeVisible();
});

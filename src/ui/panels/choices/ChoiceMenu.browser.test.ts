import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ComponentProps } from 'svelte';
import { render } from 'vitest-browser-svelte';
import type { CompositionOptions } from '../../../core/settings/compositionOptions';
import type { Outlook } from '../../../app/document/forecast';
import { modelById } from '../../../core/tokens/models';
import { tokenText } from '../../../core/tokens/tokenText';
import ChoiceMenu from './ChoiceMenu.svelte';

const choices = [
  { id: 'auto', label: 'As chosen', hint: 'Each in its mode', options: { strategy: 'auto' as const } },
  { id: 'full', label: 'In full', hint: 'The whole text', options: { strategy: 'full' as const } },
];

interface Look {
  readonly changes: readonly Partial<CompositionOptions>[];
  readonly tell: (outlooks: readonly Outlook[]) => void;
  readonly signal: AbortSignal;
}

async function open(more: Partial<ComponentProps<typeof ChoiceMenu>> = {}) {
  const looks: Look[] = [];
  const chosen: string[] = [];
  await render(ChoiceMenu, {
    ...more,
    workspace: {
      tokens: tokenText(modelById('gpt-5'), 'o200k_base'),
      forecast: {
        look: (changes: Look['changes'], tell: Look['tell'], signal: AbortSignal) => {
          looks.push({ changes, tell, signal });
          return Promise.resolve();
        },
      },
    },
    label: 'Files',
    choices,
    current: 'auto',
    onchoose: ({ id }: { readonly id: string }) => chosen.push(id),
  });
  return { looks, chosen };
}

const trigger = () => page.getByRole('button', { name: 'Files: As chosen' });
const choice = (name: string) => page.getByRole('menuitemradio', { name });

test('asks what the choices would count only when it is open', async () => {
  const { looks } = await open();
  await expect.element(trigger()).toBeVisible();
  expect(looks).toHaveLength(0);
  await trigger().click();
  await expect.element(choice('As chosen')).toBeChecked();
  expect(looks.map(({ changes }) => changes)).toEqual([[{ strategy: 'auto' }, { strategy: 'full' }]]);
  await expect.element(choice('In full')).toHaveTextContent('≈');

  looks[0]?.tell([
    { tokens: 9_000, exact: true },
    { tokens: 120_000, exact: false },
  ]);
  await expect.element(choice('As chosen')).toHaveTextContent(/ 9K$/);
  await expect.element(choice('In full')).toHaveTextContent(/≈120K$/);
  expect(looks[0]?.signal.aborted).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.element(choice('In full')).not.toBeInTheDocument();
  expect(looks[0]?.signal.aborted).toBe(true);
});

test('is chosen from by keys', async () => {
  const { chosen } = await open();
  await trigger().click();
  await expect.element(page.getByRole('menu')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toEqual(['full']);
});

test('unfolds related settings, which get the focus', async () => {
  const related: string[] = [];
  const group = {
    label: 'Style',
    choices: [{ id: 'rich', label: 'Rich', hint: 'More words', options: { richness: 1 as const } }],
    current: '',
    onchoose: ({ id }: { readonly id: string }) => related.push(id),
  };
  const { chosen } = await open({ advanced: { label: 'Style…', groups: [group] } });
  await trigger().click();
  await page.getByRole('menuitem', { name: 'Style…' }).click();
  await expect.element(page.getByRole('group', { name: 'Style' })).toBeVisible();
  await expect.element(choice('Rich')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(related).toEqual(['rich']);
  expect(chosen).toEqual([]);
});

test('is opened by the arrow key, closed by its button, and gives the focus back', async () => {
  await open();
  await expect.element(trigger()).toBeVisible();
  (trigger().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(choice('In full')).toBeVisible();
  await expect.element(trigger()).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(choice('In full')).not.toBeInTheDocument();
  await expect.element(trigger()).toHaveFocus();
  await trigger().click();
  await expect.element(choice('In full')).toBeVisible();
  await userEvent.click(trigger(), { force: true });
  await expect.element(choice('In full')).not.toBeInTheDocument();
  await expect.element(trigger()).toHaveAttribute('aria-expanded', 'false');
});

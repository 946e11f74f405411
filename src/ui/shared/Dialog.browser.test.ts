import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Dialog from './Dialog.svelte';

const CONTENT = `
  <button>One</button><button aria-current="true">Two</button>
  <input type="file" aria-label="Text" /><button>Delete</button>`;

async function openDialog(): Promise<{ readonly element: HTMLDialogElement; readonly closed: string[] }> {
  const closed: string[] = [];
  const children = createRawSnippet(() => ({ render: () => `<div>${CONTENT}</div>` }));
  await render(Dialog, { title: 'Presets', onclose: () => closed.push('closed'), children });
  const element = page.getByRole('dialog', { name: 'Presets' }).element();
  if (!(element instanceof HTMLDialogElement)) throw new TypeError('no dialog');
  return { element, closed };
}

it('tells that it is closed before another one can be opened, and once', async () => {
  const { element, closed } = await openDialog();
  const event = new Promise((resolve) => {
    element.addEventListener('close', resolve);
  });
  element.requestClose();
  expect(closed).toEqual(['closed']);
  await event;
  expect(closed).toEqual(['closed']);
});

it.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['its button', () => page.getByRole('button', { name: 'Close' }).click()],
])('is closed by %s', async (_, close) => {
  const { element, closed } = await openDialog();
  await close();
  await expect.poll(() => closed).toEqual(['closed']);
  expect(element.open).toBe(false);
});

it('stays open when the choice of a file in it is left', async () => {
  const { element, closed } = await openDialog();
  page
    .getByLabelText('Text')
    .element()
    .dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(element.open).toBe(true);
  expect(closed).toEqual([]);
});

it('gives the focus to the present choice when what had it is removed', async () => {
  await openDialog();
  const gone = page.getByRole('button', { name: 'Delete' });
  (gone.element() as HTMLElement).focus();
  gone.element().remove();
  await expect.element(page.getByRole('button', { name: 'Two' })).toHaveFocus();
});

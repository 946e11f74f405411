import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { imageBytes } from '../../../../tests/images';
import { engineWith, oneText, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { Engine, ImageFacts } from '../../../app/ports/engine';
import { screenshotKey } from '../../../core/document/block';
import ScreenshotsPanel from './ScreenshotsPanel.svelte';

const IMAGE: ImageFacts = { type: 'image/png', width: 2560, height: 900, isAnimated: true, bytes: 123_456 };
const measure = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 4 };

const setSection: Engine['setSection'] = (section, request) =>
  Promise.resolve(
    request?.kind !== 'screenshots'
      ? oneText(section, undefined)
      : request.images.map(({ source }) => ({
          ...{ key: screenshotKey(source), title: source, version: 1, hash: source, measure },
          image: source.includes('none') ? 'is not in the folder' : IMAGE,
        })),
  );

async function shown(...paths: readonly string[]) {
  const readFile = () => Promise.resolve(new Blob([imageBytes('png')]));
  const workspace = workspaceWith(engineWith({ setSection, readFile }).engine);
  await workspace.open();
  workspace.screenshots.addPaths(paths.map(path));
  await workspace.document.settled();
  const screen = await render(ScreenshotsPanel, { workspace });
  const names = () => workspace.screenshots.list.map(({ name }) => name);
  return { screen, workspace, names };
}

test('says of each image what it is, or why it is not there', async () => {
  const { screen } = await shown('docs/a.png', 'none.png');
  const items = screen.getByRole('list', { name: /^Images/ }).getByRole('listitem');
  await expect
    .element(items.nth(0))
    .toHaveTextContent(
      'docs/a.png 2,560 × 900 px, PNG, 123.5 KB, ≈ 1,445 tokens Animated: models see the first frame',
    );
  await expect.element(items.nth(1)).toHaveTextContent('Can’t be shown: it is not in the folder.');
  const picture = items.nth(0).getByRole('img', { name: 'docs/a.png' });
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(37);
});

test('images are moved with the keyboard, and the focus stays with them', async () => {
  const { screen, names } = await shown('a.png', 'b.png', 'c.png');
  const down = screen.getByRole('button', { name: 'Move a.png down' });
  (down.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['b.png', 'a.png', 'c.png']);
  await expect.element(down).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['b.png', 'c.png', 'a.png']);
  await expect.element(screen.getByRole('button', { name: 'Move a.png up' })).toHaveFocus();
});

test('the focus goes to the next image when one is removed, and to the button that adds one after the last', async () => {
  const { screen } = await shown('a.png', 'b.png');
  await screen.getByRole('button', { name: 'Remove b.png' }).click();
  await expect.element(screen.getByRole('button', { name: 'Remove a.png' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Add images…' })).toHaveFocus();
});

test('a description is typed, and the form of all images is chosen', async () => {
  const { screen, workspace } = await shown('a.png');
  await screen.getByRole('textbox', { name: 'Description of a.png' }).fill('The login');
  await screen.getByRole('combobox', { name: 'Images in the Markdown' }).selectOptions('Data URLs');
  expect(workspace.composition.options).toMatchObject({
    screenshots: [{ source: 'a.png', alt: 'The login' }],
    imageForm: 'data',
  });
  await expect
    .element(screen.getByRole('button', { name: 'Copy a.png to the clipboard' }))
    .not.toBeInTheDocument();
});

test('follows what is added from elsewhere, although the panel was the first to ask for the images', async () => {
  const workspace = workspaceWith(engineWith({ setSection }).engine);
  await workspace.open();
  const screen = await render(ScreenshotsPanel, { workspace });
  await expect.element(screen.getByText(/^Paste an image/)).toBeVisible();
  workspace.screenshots.addPaths([path('a.png')]);
  await expect.element(screen.getByRole('textbox', { name: 'Description of a.png' })).toBeVisible();
});

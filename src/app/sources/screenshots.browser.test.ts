import { expect, test } from 'vitest';
import { imageBytes } from '../../../tests/images';
import { engineWith, oneText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import { referenceTo } from '../../core/attachments/reference';
import { screenshotKey } from '../../core/document/block';
import type { Engine, ImageFacts } from '../ports/engine';

const IMAGE: ImageFacts = { type: 'image/png', width: 1024, height: 1024, isAnimated: false, bytes: 9 };
const measure = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 4 };

/** The engine shows all images but those named `none`. */
const setSection: Engine['setSection'] = (section, request) => {
  if (request?.kind !== 'screenshots')
    return Promise.resolve(request === undefined ? [] : oneText(section, undefined));
  return Promise.resolve(
    request.images.map(({ source }) => ({
      ...{ key: screenshotKey(source), title: source, version: 1, hash: `hash of ${source}`, measure },
      image: source.includes('none') ? 'is not in the folder' : IMAGE,
    })),
  );
};

async function opened() {
  const workspace = workspaceWith(
    engineWith({ setSection, readFile: () => Promise.resolve(new Blob([imageBytes('gif')])) }).engine,
  );
  await workspace.open();
  return { workspace, screenshots: workspace.screenshots };
}

const file = (name: string, bytes: BlobPart) => new File([bytes], name, { type: 'image/png' });

test('files become attachments in one step, except those that are no images', async () => {
  const { workspace, screenshots } = await opened();
  const refused = await screenshots.add([
    file('a.png', imageBytes('png')),
    file('b.svg', '<svg/>'),
    file('c.png', imageBytes('bmp')),
  ]);
  expect(refused).toEqual(['b.svg is SVG, which is text. Select it as a file instead.']);
  expect(screenshots.list.map(({ source }) => source)).toEqual(['a.png', 'c.png'].map(referenceTo));
  expect(workspace.conversation.attachments.byName('c.png')?.type).toBe('image/bmp');
  workspace.composition.undo();
  expect(screenshots.list).toEqual([]);
});

test('an image is there once, and adding one switches the section on', async () => {
  const { workspace, screenshots } = await opened();
  workspace.set('withScreenshots', false);
  screenshots.addPaths([path('a.png'), path('b.png')]);
  screenshots.addPaths([path('a.png')]);
  expect(screenshots.list.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
  expect(screenshots.isOn).toBe(true);
});

test('two files with the same image are one screenshot', async () => {
  const { screenshots } = await opened();
  await screenshots.add([file('a.png', imageBytes('png')), file('b.png', imageBytes('png'))]);
  expect(screenshots.list.map(({ name }) => name)).toEqual(['a.png']);
});

test('tokens are estimated for the chosen model, if its vendor publishes a formula', async () => {
  const { workspace, screenshots } = await opened();
  screenshots.addPaths([path('a.png'), path('none.png'), path('b.png')]);
  await workspace.document.settled();
  expect(screenshots.list.map(({ tokens }) => tokens)).toEqual([765, undefined, 765]);
  expect(screenshots.tokens).toBe(1530);
  workspace.set('modelId', 'claude-5.5');
  expect(screenshots.tokens).toBe(2 * 1399);
  workspace.set('modelId', 'deepseek-v3');
  expect(screenshots.tokens).toBeUndefined();
});

test('images move among the others, and typing a description is one step', async () => {
  const { workspace, screenshots } = await opened();
  const names = () => screenshots.list.map(({ name }) => name);
  screenshots.addPaths([path('a.png'), path('b.png'), path('c.png')]);
  screenshots.move('c.png', -1);
  expect(names()).toEqual(['a.png', 'c.png', 'b.png']);
  screenshots.move('a.png', -1);
  screenshots.move('b.png', 1);
  expect(names()).toEqual(['a.png', 'c.png', 'b.png']);
  screenshots.setAlt('c.png', 'T');
  screenshots.setAlt('c.png', 'The login');
  workspace.composition.undo();
  expect(screenshots.list[1]?.alt).toBe('');
  screenshots.remove('a.png');
  expect(names()).toEqual(['c.png', 'b.png']);
});

test('images to attach are those that no copy had, and those of the last one until they are ticked', async () => {
  const { workspace, screenshots } = await opened();
  const waiting = () => screenshots.toAttach.map(({ name }) => name);
  screenshots.addPaths([path('a.png'), path('none.png'), path('b.png')]);
  await workspace.document.settled();
  expect(waiting()).toEqual(['a.png', 'b.png']);
  await screenshots.copy('b.png');
  expect(waiting()).toEqual(['a.png']);
  screenshots.setAttached('a.png', true);
  expect(waiting()).toEqual([]);
  screenshots.setAttached('a.png', false);
  workspace.set('imageForm', 'data');
  expect(waiting()).toEqual([]);
  expect(screenshots.list[0]?.isAttached).toBeUndefined();
});

test('an image that would take too much memory is not read', async () => {
  const huge = imageBytes('gif');
  new DataView(huge.buffer).setUint16(6, 60_000, true);
  new DataView(huge.buffer).setUint16(8, 60_000, true);
  const workspace = workspaceWith(engineWith({ readFile: () => Promise.resolve(new Blob([huge])) }).engine);
  expect(await workspace.screenshots.read({ source: 'a.gif' })).toBe('has too many pixels to be shown');
});

test('an image that the browser cannot decode stays as it is', async () => {
  const { screenshots } = await opened();
  screenshots.addPaths([path('a.gif')]);
  await screenshots.reduce('a.gif');
  expect(screenshots.list.map(({ name }) => name)).toEqual(['a.gif']);
});

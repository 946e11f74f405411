import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { blocksInMemory } from '../../../tests/blocksInMemory';
import { fileOf, openWith } from '../../../tests/engineInTests';
import { imageBytes, type ImageName } from '../../../tests/images';
import { planned } from '../../../tests/planned';
import { referenceTo } from '../../../src/core/attachments/reference';
import { screenshotKey, textBlock } from '../../../src/core/document/block';
import type { ImageToShow, ScreenshotsRequest } from '../../../src/core/document/bodyRequest';
import type { AnthropicRequest } from '../../../src/core/apiMessages/anthropic';
import type { OpenAiMessage } from '../../../src/core/apiMessages/openAi';
import { renderScreenshot } from '../../../src/core/sources/screenshot';
import type { BlockInMessages, MessagesWanted } from '../documentContract';
import type { FolderFile } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';

function imageFile(name: ImageName): FolderFile {
  const bytes = imageBytes(name);
  return fileOf('', { size: bytes.length, read: () => Promise.resolve(bytes.slice().buffer) });
}

const asked = (images: readonly ImageToShow[], form: ScreenshotsRequest['form'] = 'link') =>
  ({ kind: 'screenshots', form, images }) as const;
const shot = (source: string, alt = ''): ImageToShow => ({ source, alt });

function pasted(name: string, data: Uint8Array<ArrayBuffer>): ImageToShow {
  const attached = { kind: 'data', name, hash: name, data: new Blob([data]) } as const;
  return { ...shot(referenceTo(name)), attached };
}

const opened = (files: Readonly<Record<string, FolderFile>>) =>
  openWith(readerOfFiles(Object.entries(files)), { blockStore: blocksInMemory() });

it('has a block for each image in order, of the folder or attached, whatever their names promise', async () => {
  const { engine } = await opened({ 'docs/a.jpg': imageFile('png'), 'b.webp': imageFile('animated webp') });
  const images = [shot('docs/a.jpg', 'Start'), pasted('image-1.png', imageBytes('gif')), shot('b.webp')];
  const texts = await engine.setSection('screenshots', asked(images));
  expect(texts.map(({ key, title, image }) => [key, title, image])).toEqual([
    ['screenshot:docs/a.jpg', 'docs/a.jpg', facts('image/png', 116)],
    [`screenshot:${referenceTo('image-1.png')}`, 'image-1.png', facts('image/gif', 359)],
    ['screenshot:b.webp', 'b.webp', { ...facts('image/webp', 250), isAnimated: true }],
  ]);
  const { blob, tokens } = await engine.assemble(
    planned(images.map(({ source }) => textBlock('screenshots', screenshotKey(source)))),
  );
  const text = await blob.text();
  expect(text).toBe(
    [
      '## Screenshots\n\n![Start](docs/a.jpg)\n\n---\n',
      '![image-1.png](image-1.png)\n\n---\n',
      '![b.webp](b.webp)\n',
    ].join('\n'),
  );
  expect(tokens).toBe(encode(text).length);
});

it('says in its place why an image is not there', async () => {
  const { engine } = await opened({
    'text.png': fileOf('no image'),
    'a.svg': fileOf('<svg/>'),
    'cut.png': imageFile('png'),
    'huge.png': fileOf('', { size: 50_000_001, read: () => Promise.reject(new Error('not to be read')) }),
    'locked.png': fileOf('', { size: 1, read: () => Promise.reject(new Error('it is locked')) }),
  });
  const gone = { ...shot(referenceTo('old.png')), attached: { kind: 'gone', name: 'old.png' } as const };
  const images = [
    ...['none.png', 'text.png', 'a.svg', 'huge.png', 'locked.png'].map((path) => shot(path)),
    gone,
  ];
  const texts = await engine.setSection('screenshots', asked(images));
  expect(texts.map(({ image }) => image)[0]).toBe('is not in the folder');
  const lines = await Promise.all(
    texts.map(async ({ key }) => (await engine.readLines({ kind: 'text', key }, 0, 1)).texts[0]),
  );
  expect(lines).toEqual([
    'ERROR: screenshot `none.png` is not in the folder',
    'ERROR: screenshot `text.png` is no PNG, JPEG, GIF, WebP, BMP, or AVIF image',
    'ERROR: screenshot `a.svg` is SVG, which is text. Select it as a file instead',
    'ERROR: screenshot `huge.png` is larger than 50 MB',
    "ERROR: screenshot `locked.png` can't be read: Error: it is locked",
    'ERROR: screenshot `old.png` is no longer stored',
  ]);
});

it('follows a file: another image is another content, although its link is the same', async () => {
  const files = new Map([['a.png', imageFile('png')]]);
  let reads = 0;
  const base = readerOfFiles([]);
  const { engine } = await openWith({
    ...base,
    file: (path) => {
      const file = files.get(path);
      if (file === undefined) return base.file(path);
      return Promise.resolve({ ...file, read: () => ((reads += 1), file.read()) });
    },
  });
  const hashNow = async () => (await engine.setSection('screenshots', asked([shot('a.png')])))[0]?.hash;
  const first = await hashNow();
  expect(await hashNow()).toBe(first);
  expect(reads).toBe(1);
  files.set('a.png', { ...imageFile('jpeg'), modified: 2 });
  expect(await hashNow()).not.toBe(first);
  files.set('a.png', { ...imageFile('png'), modified: 3 });
  expect(await hashNow()).toBe(first);
});

it('writes the data of an image of a size that a text may have', async () => {
  const long = new Uint8Array(1_000_001);
  long.set(imageBytes('png'));
  const { engine } = await opened({ 'a.png': imageFile('avif') });
  const texts = await engine.setSection(
    'screenshots',
    asked([shot('a.png', 'A'), pasted('b.png', long)], 'data'),
  );
  const lines = await Promise.all(
    texts.map(async ({ key }) => (await engine.readLines({ kind: 'text', key }, 0, 1)).texts[0]),
  );
  const base64 = Buffer.from(imageBytes('avif')).toString('base64');
  expect(lines).toEqual([
    `![A](data:image/avif;base64,${base64})`,
    'ERROR: screenshot `b.png` is too large for a data URL, which has at most 1 MB',
  ]);
});

it('is an image in messages, behind its link, if APIs take its type', async () => {
  const { engine } = await opened({
    ...{ 'a.png': imageFile('png'), 'b.bmp': imageFile('bmp') },
    'huge.png': { ...imageFile('png'), size: 50_000_001 },
  });
  const images = [
    ...['a.png', 'b.bmp', 'none.png', 'huge.png'].map((path) => shot(path)),
    pasted('c.png', imageBytes('jpeg')),
  ];
  await engine.setSection('screenshots', asked(images, 'data'));
  const plan = planned(images.map(({ source }) => textBlock('screenshots', screenshotKey(source))));
  const { blocks } = await engine.assemble(plan);
  const made = blocks.map(({ lead, hash, tokens }, at): BlockInMessages => {
    const image = images[at] ?? shot('');
    const common = { key: screenshotKey(image.source), tier: 'active', kind: 'other' } as const;
    return { ...common, lead, hash, tokens, image: { ...image, link: renderScreenshot(image) } };
  });
  const textOf = async (changes: Partial<MessagesWanted>): Promise<string> => {
    const wanted = await engine.makeMessages({
      ...{ format: 'anthropic', order: 'flat', legend: undefined, blocks: made, lastKept: 1, minimum: 0 },
      ...{ system: '', systemTokens: 0, workspaceMessage: '', task: '', taskTokens: 0, taskImages: [] },
      ...changes,
    });
    return wanted.kind === 'messages' ? wanted.blob.text() : wanted.kind;
  };
  const base64 = (name: ImageName) => Buffer.from(imageBytes(name)).toString('base64');
  const { messages } = JSON.parse(await textOf({})) as AnthropicRequest;
  const marked = { cache_control: { type: 'ephemeral' } };
  expect(messages[0]?.content[1]).toMatchObject(marked);
  expect(messages.map(({ content }) => content)).toMatchObject([
    [
      { type: 'text', text: '## Screenshots\n\n![a.png](a.png)' },
      imagePart('image/png', base64('png')),
      { type: 'text', text: '\n\n![b.bmp](b.bmp)\n\n(BMP image, which APIs do not take)' },
      { type: 'text', text: '\n\nERROR: screenshot `none.png` is not in the folder' },
      { type: 'text', text: '\n\nERROR: screenshot `huge.png` is larger than 50 MB' },
      { type: 'text', text: '\n\n![c.png](c.png)' },
      imagePart('image/jpeg', base64('jpeg')),
    ],
  ]);
  const [openAi] = JSON.parse(await textOf({ format: 'openai' })) as readonly OpenAiMessage[];
  expect(openAi?.content).toMatchObject([
    { type: 'text', text: '## Screenshots\n\n![a.png](a.png)' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${base64('png')}` } },
    { type: 'text', text: expect.stringContaining('BMP image') as string },
    { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64('jpeg')}` } },
  ]);
  const classic = JSON.parse(await textOf({ order: 'classic' })) as AnthropicRequest;
  expect(classic.messages.map(({ role, content }) => [role, content.length])).toEqual([
    ['user', 3],
    ['assistant', 3],
  ]);
});

function facts(type: string, bytes: number) {
  return { type, bytes, width: 37, height: 23, isAnimated: false };
}

function imagePart(type: string, data: string) {
  return { type: 'image', source: { type: 'base64', media_type: type, data } };
}

import { expect, test } from 'vitest';
import { IMAGE_NAMES, imageBytes } from '../../tests/images';
import { readImageHeader } from '../core/images/imageHeader';
import { browserImages } from './images';

async function sizeOf(image: Blob) {
  const read = readImageHeader(new Uint8Array(await image.arrayBuffer()));
  return read.kind === 'image' ? read.header : read.reason;
}

test('images are shrunk to a side, as JPEG or PNG, and never enlarged', async () => {
  const jpeg = new Blob([imageBytes('jpeg')], { type: 'image/jpeg' });
  expect(await sizeOf(await browserImages.shrink(jpeg, 20))).toMatchObject({
    ...{ type: 'image/jpeg', width: 20, height: 12 },
  });
  const webp = new Blob([imageBytes('lossy webp')], { type: 'image/webp' });
  expect(await sizeOf(await browserImages.shrink(webp, 1568))).toMatchObject({
    ...{ type: 'image/png', width: 37, height: 23 },
  });
});

test('a browser decodes every image whose header is read, to the same size', async () => {
  for (const name of IMAGE_NAMES.filter((each) => !each.includes('EXIF'))) {
    const bitmap = await createImageBitmap(new Blob([imageBytes(name)]));
    expect([name, bitmap.width, bitmap.height]).toEqual([name, 37, 23]);
  }
});

test('an image that the browser can not decode is refused', async () => {
  const cut = new Blob([imageBytes('png').subarray(0, 40)], { type: 'image/png' });
  await expect(browserImages.shrink(cut, 10)).rejects.toThrow();
  const copied = await browserImages.copy(Promise.reject(new Error('is not in the folder')));
  expect(copied).toEqual({ kind: 'refused', reason: 'is not in the folder' });
});

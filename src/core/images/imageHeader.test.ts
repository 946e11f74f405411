import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMAGE_NAMES, imageBytes, type ImageName } from '../../../tests/images';
import { readImageHeader } from './imageHeader';

const TYPES: Readonly<Record<ImageName, string>> = {
  png: 'image/png',
  'animated png': 'image/png',
  jpeg: 'image/jpeg',
  'progressive jpeg with EXIF': 'image/jpeg',
  gif: 'image/gif',
  'animated gif': 'image/gif',
  'lossy webp': 'image/webp',
  'lossless webp': 'image/webp',
  'webp with alpha': 'image/webp',
  'animated webp': 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
};

const utf8 = new TextEncoder();

function reasonOf(bytes: Uint8Array): string {
  const read = readImageHeader(bytes);
  return read.kind === 'refused' ? read.reason : '';
}

describe('readImageHeader', () => {
  it.each(IMAGE_NAMES)('reads the type and the size of a real %s', (name) => {
    expect(readImageHeader(imageBytes(name))).toEqual({
      kind: 'image',
      header: { type: TYPES[name], width: 37, height: 23, isAnimated: name.startsWith('animated') },
    });
  });

  it('reads sizes that nobody should decode', () => {
    const png = imageBytes('png');
    new DataView(png.buffer).setUint32(16, 50_000);
    new DataView(png.buffer).setUint32(20, 40_000);
    expect(readImageHeader(png)).toMatchObject({ header: { width: 50_000, height: 40_000 } });
  });

  it('reads the size behind long metadata', () => {
    const jpeg = imageBytes('jpeg');
    const segment = [0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(0xfffd)];
    const bytes = Uint8Array.from([...jpeg.subarray(0, 2), ...segment, ...segment, ...jpeg.subarray(2)]);
    expect(readImageHeader(bytes)).toMatchObject({ header: { width: 37, height: 23 } });
  });

  it('takes no other image of the same container for AVIF', () => {
    const heic = imageBytes('avif');
    const brands = utf8.encode('mif1\0\0\0\0mif1heicmiafMA1B');
    heic.set(brands, 8);
    expect(readImageHeader(heic).kind).toBe('refused');
    heic.set(utf8.encode('avif'), 20);
    expect(readImageHeader(heic)).toMatchObject({ header: { type: 'image/avif', width: 37 } });
  });

  it('turns a BMP with rows from top to bottom into one with a positive height', () => {
    const bmp = imageBytes('bmp');
    new DataView(bmp.buffer).setInt32(22, -23, true);
    expect(readImageHeader(bmp)).toMatchObject({ header: { width: 37, height: 23 } });
  });

  it.each([
    ['', 'is empty'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'is SVG, which is text. Select it as a file instead'],
    ['\ufeff<?xml version="1.0"?>\n<svg/>', 'is SVG, which is text. Select it as a file instead'],
    ['GIF', 'is no PNG, JPEG, GIF, WebP, BMP, or AVIF image'],
    ['BM is a text that begins like a picture', 'is no PNG, JPEG, GIF, WebP, BMP, or AVIF image'],
    ['GIF89a', 'is a GIF image without a readable size'],
  ])('says what %j is instead', (text, reason) => {
    expect(reasonOf(utf8.encode(text))).toBe(reason);
  });

  it.each(['png', 'gif', 'jpeg', 'bmp'] as const)('refuses a %s without any pixels', (name) => {
    const bytes = imageBytes(name);
    const zero = { png: [16, 20], gif: [6, 8], jpeg: [frameOf(bytes), frameOf(bytes) + 2], bmp: [18, 22] }[
      name
    ];
    for (const at of zero) bytes.fill(0, at, at + (name === 'gif' || name === 'jpeg' ? 2 : 4));
    expect(reasonOf(bytes)).toMatch(/ without a readable size$/);
  });

  it('gives a size of at least a pixel or a reason for whatever becomes of an image', () => {
    const damaged = fc
      .record({
        name: fc.constantFrom(...IMAGE_NAMES),
        edits: fc.array(fc.tuple(fc.nat(800), fc.nat(255)), { maxLength: 8 }),
        end: fc.nat(800),
      })
      .map(({ name, edits, end }) => {
        const bytes = imageBytes(name);
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        return bytes.subarray(0, end);
      });
    let sizes = 0;
    fc.assert(
      fc.property(damaged, (bytes) => {
        const read = readImageHeader(bytes);
        if (read.kind === 'refused') return read.reason.startsWith('is ');
        const { width, height } = read.header;
        sizes += 1;
        return [width, height].every((side) => Number.isInteger(side) && side > 0);
      }),
      { numRuns: 10_000 },
    );
    expect(sizes).toBeGreaterThan(1_000);
  });
});

/** The place of the height in the frame header of a JPEG. */
function frameOf(bytes: Uint8Array): number {
  return bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0) + 5;
}

/** Reads the type and the size in pixels from the beginning of an image, before anything decodes it. */
import { readAvif } from './avif';
import { bytesFrom } from './bytes';
import type { Frame } from './frame';
import { readBmp } from './bmp';
import { readGif } from './gif';
import { readJpeg } from './jpeg';
import { readPng } from './png';
import { readWebp } from './webp';

/** The sides are at least 1. */
export interface ImageHeader extends Frame {
  readonly type: `image/${keyof typeof NAMES}`;
}

/** `reason` ends a sentence about the file. */
export type ReadImage =
  | { readonly kind: 'image'; readonly header: ImageHeader }
  | { readonly kind: 'refused'; readonly reason: string };

const NAMES = { png: 'PNG', jpeg: 'JPEG', gif: 'GIF', webp: 'WebP', bmp: 'BMP', avif: 'AVIF' } as const;

/** `starts` are the first bytes in Latin-1. `read` returns undefined if the header is cut or damaged. */
const FORMATS = [
  { name: 'png', starts: /^\x89PNG\r\n\x1a\n/, read: readPng },
  { name: 'jpeg', starts: /^\xff\xd8\xff/, read: readJpeg },
  { name: 'gif', starts: /^GIF8[79]a/, read: readGif },
  { name: 'webp', starts: /^RIFF[^]{4}WEBP/, read: readWebp },
  // HEIC images have the same container, and may begin with the same general brand.
  {
    name: 'avif',
    starts: /^[^]{4}ftyp(?:avi[fs]|(?:mif1|msf1)[^]{4}(?:[^]{4}){0,40}?avi[fs])/,
    read: readAvif,
  },
  { name: 'bmp', starts: /^BM[^]{12}[\x28\x34\x38\x40\x6c\x7c]\0\0\0/, read: readBmp },
] as const;

/** The type is that of the bytes, whatever the file's name says. Never throws. */
export function readImageHeader(bytes: Uint8Array): ReadImage {
  const start = String.fromCharCode(...bytes.subarray(0, START));
  const format = FORMATS.find(({ starts }) => starts.test(start));
  if (format === undefined) return { kind: 'refused', reason: notAnImage(start) };
  const { name, read } = format;
  const frame = read(bytesFrom(bytes));
  return frame === undefined || frame.width < 1 || frame.height < 1
    ? { kind: 'refused', reason: `is a ${NAMES[name]} image without a readable size` }
    : { kind: 'image', header: { type: `image/${name}`, ...frame } };
}

/** `PNG`, for screens. */
export function imageTypeName(type: ImageHeader['type']): string {
  return NAMES[type.slice('image/'.length) as keyof typeof NAMES]; // each type is made of a name
}

/** Bytes that tell what a file is. */
const START = 200;

function notAnImage(start: string): string {
  if (start === '') return 'is empty';
  // Drawings are text that models read better than pixels.
  if (/^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i.test(start))
    return 'is SVG, which is text. Select it as a file instead';
  return 'is no PNG, JPEG, GIF, WebP, BMP, or AVIF image';
}

/** A screenshot in the document: an image in Markdown, or a line that says why there is none. */
import { escapePath, oneLine } from '../compose/escapePath';
import { sourceName, type AddedFile } from './addedFile';

/** The words in the place of an image: by default, its file's name. */
export function altOf({ source, alt }: AddedFile): string {
  const said = oneLine(alt);
  return said === '' ? oneLine(sourceName(source).replace(/^.*\//s, '')) : said;
}

/** `url` is a data URL; without it, the image is a link to its file. */
export function renderScreenshot(file: AddedFile, url = screenshotLink(file)): string {
  return `![${escapeInline(altOf(file))}](${url})`;
}

/** `reason` ends a sentence about the file, as in `is empty`. */
export function renderNoScreenshot(file: Pick<AddedFile, 'source'>, reason: string): string {
  return `ERROR: screenshot \`${escapePath(sourceName(file.source))}\` ${escapeInline(oneLine(reason))}`;
}

/** Relative to the folder. Letters and digits of all scripts stay readable. */
export function screenshotLink(file: Pick<AddedFile, 'source'>): string {
  return sourceName(file.source)
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}/._~-]/gu, encodeURIComponent)
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** A text on one line that Markdown shows as it is. */
function escapeInline(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&~]/g, '\\$&');
}

/**
 * Whether Chromium leaves an entry out of folders without a word, or a folder above it: names that mean something to
 * Windows, that could be mistaken, or that have control characters. So a missing file says nothing.
 * https://source.chromium.org/chromium/chromium/src/+/main:content/browser/file_system_access/
 */
export function isNameHidden(path: string): boolean {
  return path.split('/').some((name) => DEVICE.test(name) || SHORTCUT.test(name) || ODD.test(name));
}

const DEVICE = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/i;
const SHORTCUT = /\.(?:lnk|url|local|scf)$|^desktop\.ini$/i;
/* eslint-disable-next-line no-control-regex -- these characters are what is looked for */
const ODD = /[\u0000-\u001f\u007f:*?"<>|\\\u200e\u200f\u202a-\u202e\u2066-\u2069]|^[~ ]|^\.\.|[~ .]$/;

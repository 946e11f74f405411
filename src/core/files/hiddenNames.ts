/**
 * Whether Chromium never lists this path, because it or a folder above it has a name that is special on Windows, that
 * misleads people, or that has control characters. A file that is not listed may then be there.
 * https://source.chromium.org/chromium/chromium/src/+/main:content/browser/file_system_access/
 */
export function isNameHidden(path: string): boolean {
  return path.split('/').some((name) => DEVICE.test(name) || SHORTCUT.test(name) || ODD.test(name));
}

const DEVICE = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/i;
const SHORTCUT = /\.(?:lnk|url|local|scf)$|^desktop\.ini$/i;
const ODD = /[\p{Cc}\p{Bidi_Control}:*?"<>|\\]|^[~ ]|^\.\.|[~ .]$/u;

/** Values that look like secrets. They are made at run time, so that no file contains one. */
export const KEY = ['sk', 'live', 'q8Wv3ZrT1mK9xPb7LdYc5NfH'].join('_');
export const PASSWORD = ['vX9', 'kq2', 'Lm7', 'Rt4'].join('-');
export const VALUES = [KEY, PASSWORD];

/** The values that a text contains. */
export function valuesIn(text: string): readonly string[] {
  return VALUES.filter((value) => text.includes(value));
}

/** Counts that tell a text from binary data, as git tells them apart before it converts line ends. */
export interface TextStatistics {
  readonly crlfs: number;
  readonly isBinary: boolean;
}

/** A text has no NUL, no CR without LF, and hardly any control characters: at most one in 128 bytes. */
export function textStatistics(bytes: Uint8Array): TextStatistics {
  let crlfs = 0;
  let loneCrs = 0;
  let nuls = 0;
  let printable = 0;
  let controls = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === CR) {
      if (bytes[at + 1] === LF) {
        crlfs++;
        at++;
      } else loneCrs++;
    } else if (byte === LF) continue;
    else if (isPrintable(byte)) printable++;
    else {
      controls++;
      if (byte === 0) nuls++;
    }
  }
  // DOS ends texts with this.
  if (bytes.at(-1) === CTRL_Z) controls--;
  return { crlfs, isBinary: loneCrs > 0 || nuls > 0 || Math.floor(printable / 128) < controls };
}

const LF = 10;
const CR = 13;
const CTRL_Z = 26;
const DELETE = 127;

/** Texts also use backspace, tab, form feed and escape. */
function isPrintable(byte: number): boolean {
  return byte >= 32 ? byte !== DELETE : byte === 8 || byte === 9 || byte === 12 || byte === 27;
}

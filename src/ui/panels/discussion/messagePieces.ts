export interface MessagePiece {
  readonly kind: 'text' | 'code';
  /** Without the fences of code. */
  readonly text: string;
  /** The language that the fence names; empty for none. */
  readonly info: string;
}

/** Splits a message at its fenced code. A fence that stays open reaches to the end. */
export function messagePieces(content: string): readonly MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let lines: string[] = [];
  let fence: { readonly marks: string; readonly info: string } | undefined;
  const end = () => {
    const text = lines.join('\n');
    if (fence !== undefined) pieces.push({ kind: 'code', text, info: fence.info });
    else if (text.trim() !== '')
      pieces.push({ kind: 'text', text: text.replace(/^\n+|\n+$/g, ''), info: '' });
    lines = [];
  };
  for (const line of content.split(/\r\n?|\n/)) {
    const [, marks = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const opens = fence === undefined && marks !== '' && !(marks.startsWith('`') && info.includes('`'));
    const closes = fence !== undefined && marks.startsWith(fence.marks) && info.trim() === '';
    if (opens || closes) {
      end();
      fence = opens ? { marks, info: info.trim() } : undefined;
    } else lines.push(line);
  }
  end();
  return pieces;
}

/** At most `limit` UTF-16 units of a text, up to a line end if one is near. Never ends within a character. */
export function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const lineEnd = text.lastIndexOf('\n', limit);
  const cut = lineEnd > limit / 2 ? lineEnd : limit;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(cut - 1));
  return text.slice(0, isSplit ? cut - 1 : cut);
}

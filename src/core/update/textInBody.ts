export interface FencedText {
  /** With the blank line after it. */
  readonly heading: string;
  /** Everything before the text. */
  readonly head: string;
  readonly text: string;
}

/** The parts of a block's body. Undefined for a block with a paragraph in front of the fence or instead of it. */
export function fencedText(body: string): FencedText | undefined {
  const [head = '', heading = '', fence = ''] = /^([^\n]*\n\n)(`{3,}|~{3,})[^\n]*\n/.exec(body) ?? [];
  return head === '' ? undefined : { heading, head, text: body.slice(head.length, -fence.length) };
}

/** The text of a file, from the body of its block in full. */
export function textInBody(body: string): string | undefined {
  return fencedText(body)?.text;
}

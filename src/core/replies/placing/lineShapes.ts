import { shapeOf, type LineShape } from '../../slices/similarity';

/** The shapes of lines, each computed once. */
export interface LineShapes {
  /** The shape of a line of the file, 0-based. */
  readonly at: (line: number) => LineShape;
  readonly of: (text: string) => LineShape;
}

export function createLineShapes(lines: readonly string[]): LineShapes {
  const shapes: (LineShape | undefined)[] = [];
  return { at: (line) => (shapes[line] ??= shapeOf(lines[line] ?? '')), of: shapeOf };
}

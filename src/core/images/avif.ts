import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** The size is in the largest `ispe` box among the properties of the items: parts of an image may have smaller ones (ISO 23008-12). */
export function readAvif(bytes: ByteReader): Frame | undefined {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ kind }) => kind === 'meta');
  if (meta === undefined) return undefined;
  const properties = ['iprp', 'ipco'].reduce(
    (boxes, wanted) =>
      boxes.flatMap(({ kind, from, to }) => (kind === wanted ? boxesIn(bytes, from, to) : [])),
    boxesIn(bytes, meta.from + 4, meta.to),
  );
  const sizes = properties
    .filter(({ kind }) => kind === 'ispe')
    .map(({ from }) => ({ width: bytes.u32(from + 4), height: bytes.u32(from + 8) }))
    .sort((one, other) => other.width * other.height - one.width * one.height);
  return sizes[0] && { ...sizes[0], isAnimated: /^(?:avis|msf1)/.test(bytes.text(8, 4)) };
}

interface Box {
  readonly kind: string;
  /** The start and the end of its content. */
  readonly from: number;
  readonly to: number;
}

/** Boxes up to one that is cut. */
function boxesIn(bytes: ByteReader, from: number, to: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = bytes.u32(at);
    if (size < 8 || at + size > to) break;
    boxes.push({ kind: bytes.text(at + 4, 4), from: at + 8, to: at + size });
    at += size;
  }
  return boxes;
}

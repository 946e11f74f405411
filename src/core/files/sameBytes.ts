/** As much of a Blob as a comparison needs. */
interface FileBytes {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Undefined stands for a file that does not exist. */
export async function hasSameBytes(
  one: FileBytes | undefined,
  other: FileBytes | undefined,
): Promise<boolean> {
  if (one === undefined || other === undefined || one.size !== other.size) return one === other;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

import { grouped, oneDecimal } from '../../core/numberText';

export { grouped };

export function bytesLabel(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${oneDecimal(bytes / 1_000)} KB`;
  if (bytes < 1_000_000_000) return `${oneDecimal(bytes / 1_000_000)} MB`;
  return `${oneDecimal(bytes / 1_000_000_000)} GB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** An ISO time as it is written where the user is. */
export function timeOf(iso: string): string {
  return new Date(iso).toLocaleString();
}

/** Created once, because `toLocaleString` looks up the locale on each call, which is slow in a tree of numbers. */
const groupedFormat = new Intl.NumberFormat('en');

export function grouped(value: number): string {
  return groupedFormat.format(value);
}

export function bytesLabel(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, 'byte');
  if (bytes < 1_000_000) return `${trimmed(bytes / 1_000)} KB`;
  if (bytes < 1_000_000_000) return `${trimmed(bytes / 1_000_000)} MB`;
  return `${trimmed(bytes / 1_000_000_000)} GB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** An ISO time in the user's locale. */
export function timeOf(iso: string): string {
  return new Date(iso).toLocaleString();
}

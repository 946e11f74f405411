const groupedFormat = new Intl.NumberFormat('en');

/** Formats 3214 as `3,214`. */
export function grouped(value: number): string {
  return groupedFormat.format(value);
}

/** Formats 3214 as `3.2K`, short enough for a column. */
export function compact(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  if (value < 99_950) return `${oneDecimal(value / 1_000)}K`;
  if (value < 999_500) return `${Math.round(value / 1_000)}K`;
  return `${oneDecimal(value / 1_000_000)}M`;
}

/** One decimal at most. */
function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

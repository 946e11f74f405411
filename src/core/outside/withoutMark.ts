/** Drops a byte order mark, which parsers of JSON and TOML refuse. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Lines such as `Co-authored-by: …`, which name people, not the change. */
const TRAILER =
  /(?<=\n)[ \t]*(?:co-authored|co-developed|signed-off|reviewed|acked|tested|reported|suggested|approved|helped)-by:.*/gi;

export function withoutTrailers(text: string): string {
  return text.replaceAll(TRAILER, '');
}

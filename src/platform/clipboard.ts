import type { Clipboard, ClipboardResult } from '../app/ports';

/** From this size on the clipboard is read back, where that is allowed without asking, to see whether all arrived. */
const CHECKED_FROM_BYTES = 10_000_000;

export const browserClipboard: Clipboard = {
  async write(content): Promise<ClipboardResult> {
    const clipboard = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (clipboard === undefined) return refused('this browser gives pages no clipboard here');
    try {
      // The promise inside the item keeps the click's permission while the text is still being made.
      await clipboard.write([new ClipboardItem({ 'text/plain': content })]);
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
    const blob = await content;
    if (blob.size < CHECKED_FROM_BYTES || !(await mayRead())) return { kind: 'copied' };
    const arrived = new Blob([await clipboard.readText()]).size;
    return arrived === blob.size
      ? { kind: 'copied' }
      : refused(`only ${arrived} of ${blob.size} bytes arrived`);
  },
};

function refused(reason: string): ClipboardResult {
  return { kind: 'refused', reason };
}

async function mayRead(): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }); // not in lib.dom
    return status.state === 'granted';
  } catch {
    return false; // Firefox does not know this permission's name, and so cannot have granted it.
  }
}

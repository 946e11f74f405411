import type { Clipboard as ClipboardPort, ClipboardResult } from '../app/ports';

/** From this size on the clipboard is read back, where that is allowed without asking, to see whether all arrived. */
const CHECKED_FROM_BYTES = 10_000_000;

export const browserClipboard: ClipboardPort = {
  async write(content): Promise<ClipboardResult> {
    const clipboard = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (clipboard === undefined) return refused('this browser does not allow clipboard access here');
    try {
      // The promise inside the item keeps the click's permission while the text is still being made.
      await clipboard.write([new ClipboardItem({ 'text/plain': content.then(asPlainText) })]);
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
    const blob = await content;
    if (blob.size < CHECKED_FROM_BYTES || !(await mayRead())) return { kind: 'copied' };
    const arrived = await sizeOnClipboard(clipboard);
    return arrived === blob.size
      ? { kind: 'copied' }
      : refused(`only ${arrived} of ${blob.size} bytes arrived`);
  },
};

/** The clipboard refuses a blob of any other type than the one it is written as. */
function asPlainText(content: Blob): Blob {
  return new Blob([content], { type: 'text/plain' });
}

function refused(reason: string): ClipboardResult {
  return { kind: 'refused', reason };
}

/** As a blob: a string of that size would hold the page up. */
async function sizeOnClipboard(clipboard: Clipboard): Promise<number> {
  const item = (await clipboard.read()).find(({ types }) => types.includes('text/plain'));
  return item === undefined ? 0 : (await item.getType('text/plain')).size;
}

async function mayRead(): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }); // not in lib.dom
    return status.state === 'granted';
  } catch {
    return false; // Firefox does not know this permission's name, and so cannot have granted it.
  }
}

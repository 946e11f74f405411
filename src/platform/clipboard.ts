import type { Clipboard as ClipboardPort, ClipboardResult } from '../app/ports/clipboard';

/** Larger texts are read back to check that all arrived, if reading needs no permission prompt. */
const CHECKED_FROM_BYTES = 10_000_000;

const NO_ACCESS = 'this browser does not allow clipboard access here';

export const browserClipboard: ClipboardPort = {
  async write(content): Promise<ClipboardResult> {
    const clipboard = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (clipboard === undefined) return refused(NO_ACCESS);
    try {
      // Passing a promise keeps the click's permission while the text is being prepared.
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

  async read() {
    const clipboard = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (clipboard === undefined) return refused(NO_ACCESS);
    try {
      return { kind: 'read', text: await clipboard.readText() };
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  },
};

/** The clipboard rejects a blob whose type differs from that of its item. */
function asPlainText(content: Blob): Blob {
  return new Blob([content], { type: 'text/plain' });
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}

/** Reads a blob, because a string of this size would block the page. */
async function sizeOnClipboard(clipboard: Clipboard): Promise<number> {
  const item = (await clipboard.read()).find(({ types }) => types.includes('text/plain'));
  return item === undefined ? 0 : (await item.getType('text/plain')).size;
}

async function mayRead(): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }); // not in lib.dom
    return status.state === 'granted';
  } catch {
    return false; // Firefox does not support this permission.
  }
}

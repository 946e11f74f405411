import type { SharedText, ShareCodec } from '../app/ports/sharing';
import { MAX_IMPORT_SIZE } from '../core/presets/size';

/** Deflated UTF-8 as base64url. */
export const shareCodec: ShareCodec = {
  async encode(text) {
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    return base64Url(new Uint8Array(await new Response(deflated).arrayBuffer()));
  },

  async decode(code) {
    const bytes = bytesOf(code);
    if (bytes === undefined) return refused('the link is cut off or changed');
    try {
      return await inflated(bytes);
    } catch {
      // Broken data makes streams throw, with a different error in each browser.
      return refused('the link is cut off or changed');
    }
  },
};

/** Stops at the size limit, because a few letters may inflate to gigabytes. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<SharedText> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { kind: 'text', text: text + decoder.decode() };
    size += value.length;
    if (size > MAX_IMPORT_SIZE) {
      await reader.cancel();
      return refused(`its content is larger than ${MAX_IMPORT_SIZE / 1_000_000} MB`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A number of arguments that every engine supports in one call. */
const CHUNK = 8_192;

function base64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(code: string): Uint8Array<ArrayBuffer> | undefined {
  // Base64 never leaves a remainder of one letter. A longer code would exceed the import limit.
  if (code.length > 2 * MAX_IMPORT_SIZE || code.length % 4 === 1 || !/^[\w-]+$/.test(code)) return undefined;
  return Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

function refused(reason: string): SharedText {
  return { kind: 'refused', reason };
}

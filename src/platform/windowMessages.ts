/**
 * Messages between the app's page and the network page. They go directly to each other's window and only to their own origin, so
 * no other page receives them.
 */
import * as v from 'valibot';

/** Reports the valid messages of a window, which may open later. Returns a function to stop. */
export function hear<S extends v.GenericSchema>(
  from: () => Window | undefined,
  schema: S,
  onmessage: (message: v.InferOutput<S>, sender: Window) => void,
): () => void {
  const listener = ({ source, origin, data }: MessageEvent): void => {
    const sender = from();
    if (sender === undefined || source !== sender || origin !== location.origin) return;
    const parsed = v.safeParse(schema, data);
    if (parsed.success) onmessage(parsed.output, sender);
  };
  addEventListener('message', listener);
  return () => {
    removeEventListener('message', listener);
  };
}

/** The window of the page that opened this one; undefined if it is gone. */
export function openerOfThis(): Window | undefined {
  const opener = window.opener as Window | null;
  return opener?.closed === false ? opener : undefined;
}

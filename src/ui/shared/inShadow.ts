import type { Attachment } from 'svelte/attachments';

interface Mounted<Part> {
  /** Loads the part and creates it in the shadow root. */
  readonly load: (root: ShadowRoot) => Promise<Part>;
  /** Undefined once the element is gone. */
  readonly onchange: (part: Part | undefined) => void;
  readonly onfail: (reason: string) => void;
}

/** Mounts a part with styles of its own: under a policy without inline styles, it can add them only in a shadow root. */
export function inShadow<Part extends { destroy(): void }>({
  load,
  onchange,
  onfail,
}: Mounted<Part>): Attachment<HTMLElement> {
  return (host) => {
    let mounted: Part | undefined;
    let isGone = false;
    void load(host.attachShadow({ mode: 'open' })).then(
      (part) => {
        if (isGone) part.destroy();
        else onchange((mounted = part));
      },
      (error: unknown) => {
        onfail(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isGone = true;
      mounted?.destroy();
      onchange(undefined);
    };
  };
}

import { toast } from 'svelte-sonner';

interface Message {
  readonly kind: 'done' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details?: readonly string[];
}

const DETAILS_SHOWN = 5;

/** Shows a message that has no place of its own; what asks for attention stays until it is closed. */
export function showToast({ kind, text, details = [] }: Message): void {
  const more = details.length > DETAILS_SHOWN ? [`and ${details.length - DETAILS_SHOWN} more`] : [];
  const description = [...details.slice(0, DETAILS_SHOWN), ...more].join('\n');
  const options = {
    ...(description !== '' && { description }),
    ...(kind === 'error' && { duration: Infinity }),
  };
  if (kind === 'done') toast.success(text, options);
  else toast[kind](text, options);
}

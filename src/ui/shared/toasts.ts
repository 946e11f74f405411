import { toast } from 'svelte-sonner';

interface Message {
  readonly kind: 'done' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details?: readonly string[];
  readonly action?: { readonly label: string; readonly run: () => void };
}

const DETAILS_SHOWN = 5;

/** Shows a message that belongs to no pane. An error stays until the user closes it. */
export function showToast({ kind, text, details = [], action }: Message): void {
  const more = details.length > DETAILS_SHOWN ? [`and ${details.length - DETAILS_SHOWN} more`] : [];
  const description = [...details.slice(0, DETAILS_SHOWN), ...more].join('\n');
  const options = {
    ...(description !== '' && { description }),
    ...(kind === 'error' && { duration: Infinity }),
    ...(action && { action: { label: action.label, onClick: action.run } }),
  };
  if (kind === 'done') toast.success(text, options);
  else toast[kind](text, options);
}

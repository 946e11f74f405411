import { tick } from 'svelte';

/**
 * Focuses a button of `PlaceInList` after its item has moved, or after another has taken its place: at the end of the list
 * the item's other button, without an item `otherwise`.
 */
export async function keepPlace(
  items: HTMLElement | undefined,
  { at, verb }: { readonly at: number; readonly verb: 'up' | 'down' | 'remove' },
  otherwise: HTMLElement | undefined,
): Promise<void> {
  await tick();
  const rest = items?.isConnected === true ? items.children : []; // The whole list is removed with its last item.
  const item = rest[Math.min(at, rest.length - 1)];
  const [button] = [verb, 'up', 'down'].flatMap(
    (name) => item?.querySelector<HTMLElement>(`[data-verb=${name}]:enabled`) ?? [],
  );
  (button ?? otherwise)?.focus();
}

import type { Layout } from '../layout';

/** The places of blocks by key. */
export type Places = ReadonlyMap<string, number>;

/** Instructions first, then the blocks by their places, then the task. */
export function byPlaces(places: Places): Layout['arrange'] {
  const placeOf = ({ key, section }: { readonly key: string; readonly section: string }): number => {
    if (section === 'instructions') return -1;
    return section === 'task' ? Infinity : (places.get(key) ?? Number.MAX_SAFE_INTEGER);
  };
  return (blocks) =>
    blocks
      .map((block) => ({ block, place: placeOf(block) }))
      .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
      .map(({ block }) => block);
}

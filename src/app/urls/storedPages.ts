import * as v from 'valibot';
import { loadValues, saveValue, type StoreAndNotify } from '../storage/storedValue';
import { pagePrefix } from '../storage/workspaceState';

const RECORD = {
  label: 'the text of an address',
  schema: v.object({
    text: v.string(),
    isCut: v.boolean(),
    /** Milliseconds since the epoch. */
    time: v.number(),
    by: v.picklist(['fetch', 'paste']),
    /** The address that answered. */
    address: v.string(),
    isLeftOut: v.boolean(),
  }),
  upgrades: [],
};

/** The text of an address in a task. */
export type StoredPage = Readonly<v.InferOutput<typeof RECORD.schema>>;

export const PAGE_STAYS = 24 * 60 * 60 * 1000;

/** The pages of a workspace by address, without those that are too old, which are removed. */
export async function loadPages(
  places: StoreAndNotify,
  id: string,
  now: number,
): Promise<ReadonlyMap<string, StoredPage>> {
  const prefix = pagePrefix(id);
  const loaded = await loadValues(places, prefix, RECORD);
  const [old, pages] = [
    loaded.filter(([, page]) => isOld(page, now)),
    loaded.filter(([, page]) => !isOld(page, now)),
  ];
  await Promise.all(old.map(([key]) => places.storage.remove(key)));
  return new Map(pages.map(([key, page]) => [key.slice(prefix.length), page]));
}

export function isOld({ time }: StoredPage, now: number): boolean {
  return now - time >= PAGE_STAYS;
}

export function savePage(
  { storage }: Pick<StoreAndNotify, 'storage'>,
  id: string,
  url: string,
  page: StoredPage,
) {
  return saveValue(storage, [pagePrefix(id) + url, RECORD], page);
}

import type { Storage } from '../src/app/ports/storage';

export interface TestStorage extends Storage {
  /** Stores a value whatever is stored, as another release might have. */
  set(key: string, value: unknown): Promise<void>;
}

/** One browser's storage as seen from each of its tabs. Values are cloned on the way in and out, as by IndexedDB. */
export function browserStorage(): () => TestStorage {
  const values = new Map<string, unknown>();
  const tabs: Set<(keys: readonly string[]) => void>[] = [];

  return () => {
    const listeners = new Set<(keys: readonly string[]) => void>();
    tabs.push(listeners);
    const written = (...keys: readonly string[]) => {
      for (const tab of tabs) if (tab !== listeners) for (const listener of tab) listener(keys);
      return Promise.resolve();
    };
    const updateAll: Storage['updateAll'] = async (changes) => {
      await Promise.resolve();
      const changed = [...changes].map(
        ([key, change]) => [key, structuredClone(change(structuredClone(values.get(key))))] as const,
      );
      for (const [key, value] of changed) {
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
      await written(...changes.keys());
    };
    return {
      get: (key) => Promise.resolve(structuredClone(values.get(key))),
      set(key, value) {
        values.set(key, structuredClone(value));
        return written(key);
      },
      update: (key, change) => updateAll(new Map([[key, change]])),
      updateAll,
      remove(key) {
        values.delete(key);
        return written(key);
      },
      entries: (prefix) =>
        Promise.resolve(
          [...values]
            .filter(([key]) => key.startsWith(prefix))
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, value]) => [key, structuredClone(value)] as const),
        ),
      watch(onchange) {
        listeners.add(onchange);
        return () => listeners.delete(onchange);
      },
      durable: Promise.resolve(true),
      isPersisted: () => Promise.resolve(false),
      persist: () => Promise.resolve(false),
    };
  };
}

/** The storage of a browser with one tab. */
export function storageInMemory(): TestStorage {
  return browserStorage()();
}

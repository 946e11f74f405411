import type { Storage } from '../src/app/ports';

/** The storage of one browser, as each of its tabs sees it. Values are cloned on their way in and out, as by IndexedDB. */
export function browserStorage(): () => Storage {
  const values = new Map<string, unknown>();
  const tabs: Set<(key: string) => void>[] = [];

  return () => {
    const listeners = new Set<(key: string) => void>();
    tabs.push(listeners);
    const written = (key: string) => {
      for (const tab of tabs) if (tab !== listeners) for (const listener of tab) listener(key);
      return Promise.resolve();
    };
    return {
      get: (key) => Promise.resolve(structuredClone(values.get(key))),
      set(key, value) {
        values.set(key, structuredClone(value));
        return written(key);
      },
      async update(key, change) {
        await Promise.resolve();
        values.set(key, structuredClone(change(structuredClone(values.get(key)))));
        await written(key);
      },
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
export function storageInMemory(): Storage {
  return browserStorage()();
}

import type { TabMemory } from '../app/ports/tabs';

const KEY = 'strata-open';

/** sessionStorage lives as long as the tab, which is exactly the scope of a reload. */
export const sessionTabMemory: TabMemory = {
  get() {
    return read() ?? undefined;
  },
  set(open) {
    try {
      if (open === undefined) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, open);
    } catch {
      return; // Storage is denied, so a reload shows the start screen.
    }
  },
  reload() {
    location.reload();
  },
};

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

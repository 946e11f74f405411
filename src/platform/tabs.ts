import type { Tabs } from '../app/ports/tabs';

const TURN = 'strata-turn/';
const HELD = 'strata-held/';

/** Uses Web Locks, which end with their tab. If they are unavailable or denied, each tab acts alone. */
export const browserTabs: Tabs = {
  async alone(name, task) {
    let isTurn = false;
    try {
      return await navigator.locks.request(TURN + name, () => {
        isTurn = true;
        return task();
      });
    } catch (error) {
      if (isTurn) throw error;
      return task();
    }
  },

  hold(name) {
    return new Promise((resolve) => {
      const hold = async (): Promise<void> => {
        await navigator.locks.request(HELD + name, { mode: 'shared' }, () => new Promise<void>(resolve));
      };
      hold().catch(() => {
        resolve(() => undefined);
      });
    });
  },

  async held() {
    try {
      const { held = [] } = await navigator.locks.query();
      const names = held.flatMap(({ name = '' }) => (name.startsWith(HELD) ? [name.slice(HELD.length)] : []));
      return new Set(names);
    } catch {
      return new Set();
    }
  },
};

import { Composition } from '../src/app/composition/composition.svelte';
import { Discussions } from '../src/app/conversation/discussions.svelte';
import { Exchanges } from '../src/app/conversation/exchanges.svelte';
import type { Notice } from '../src/app/notify';
import type { Storage } from '../src/app/ports/storage';

/** One tab with the workspace `folder`. Saves happen at `flush` only. */
export function openTab(storage: Storage, shared?: string) {
  const composition = new Composition();
  if (shared !== undefined) composition.remember({ discussion: shared });
  const notices: Notice[] = [];
  const counted: string[] = [];
  let time = 1_000;
  const places = {
    clock: {
      now: () => (time += 1),
      after: () => () => undefined,
      nextFrame: (task: () => void) => queueMicrotask(task),
    },
    notify: (notice: Notice) => {
      notices.push(notice);
    },
  };
  const discussions = new Discussions({
    ...{ ...places, id: 'folder', storage, composition },
    engine: {
      countTexts: (texts) => {
        counted.push(...texts);
        return Promise.resolve(texts.map(({ length }) => length));
      },
    },
  });
  const exchanges = new Exchanges({ ...places, discussions, composition });
  return { discussions, exchanges, composition, notices, counted };
}

import type { PageAddress } from '../app/ports';

const START = '#preset=';

/** What follows `#` stays in the browser: no server is told of it. */
export const pageAddress: PageAddress = {
  sharedCode() {
    const { hash } = location;
    return hash.startsWith(START) ? hash.slice(START.length) : undefined;
  },

  linkTo(code) {
    return `${location.origin}${location.pathname}${START}${code}`;
  },

  clear() {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  },

  watch(onchange) {
    addEventListener('hashchange', onchange);
  },
};

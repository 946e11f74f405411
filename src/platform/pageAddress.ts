import type { PageAddress } from '../app/ports/sharing';

const START = '#preset=';

/** Uses the fragment (`#…`) because browsers never send it to a server. */
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

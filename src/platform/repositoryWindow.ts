import * as v from 'valibot';
import type { RepositoryOpener, RepositoryWindow } from '../app/ports/repositories';
import { hear, openerOfThis } from './windowMessages';

/** The network page, in the form that fetches repositories. */
const ADDRESS = './endpoint.html#repository';
const PROTOCOL_NAME = 'strata repositories 1';
const PROTOCOL = v.literal(PROTOCOL_NAME);

/** Milliseconds until the app counts as gone. */
const UNANSWERED = 5_000;

/** From the app. Both pages validate messages, since the other window may run another release. */
const appMessage = v.variant('kind', [
  v.object({
    protocol: PROTOCOL,
    kind: v.literal('wanted'),
    address: v.pipe(v.string(), v.maxLength(2_000)),
  }),
  v.object({ protocol: PROTOCOL, kind: v.literal('taken') }),
]);

/** From the network page. */
const repositoryMessage = v.variant('kind', [
  v.object({ protocol: PROTOCOL, kind: v.literal('ready') }),
  v.object({
    protocol: PROTOCOL,
    kind: v.literal('fetched'),
    name: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}._-]{1,150}$/u)),
    content: v.blob(),
  }),
]);

export function createRepositoryWindow(): RepositoryWindow {
  let opened: Window | undefined;
  let wanted = '';
  let onfetched: (archive: File) => void = () => undefined;

  hear(
    () => opened,
    repositoryMessage,
    (message, page) => {
      if (message.kind === 'ready') ask(page, wanted);
      else {
        page.postMessage({ protocol: PROTOCOL_NAME, kind: 'taken' }, location.origin);
        onfetched(new File([message.content], message.name));
      }
    },
  );

  return {
    open(address, onarchive) {
      opened = window.open(ADDRESS, 'strata-repository', 'popup,width=680,height=760') ?? undefined;
      if (opened === undefined) return false;
      wanted = address;
      onfetched = onarchive;
      ask(opened, address); // A page that is open already does not load again. A new one asks when it is ready.
      opened.focus();
      return true;
    },
  };
}

function ask(page: Window, address: string): void {
  page.postMessage({ protocol: PROTOCOL_NAME, kind: 'wanted', address }, location.origin);
}

export const repositoryOpener: RepositoryOpener = {
  listen(onaddress) {
    hear(openerOfThis, appMessage, (message) => {
      if (message.kind === 'wanted') onaddress(message.address);
    });
    openerOfThis()?.postMessage({ protocol: PROTOCOL_NAME, kind: 'ready' }, location.origin);
  },
  give(archive) {
    return new Promise((resolve) => {
      const end = (isTaken: boolean): void => {
        stop();
        resolve(isTaken);
      };
      const stop = hear(openerOfThis, appMessage, ({ kind }) => {
        if (kind === 'taken') end(true);
      });
      setTimeout(end, UNANSWERED, false);
      openerOfThis()?.postMessage({ protocol: PROTOCOL_NAME, kind: 'fetched', ...archive }, location.origin);
    });
  },
};

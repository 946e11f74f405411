import type { EndpointOpener, EndpointWindow } from '../app/ports/endpoint';
import { endpointMessage, PROTOCOL_NAME, requestsMessage } from '../core/summaries/protocol';
import { hear, openerOfThis } from './windowMessages';

export const endpointWindow: EndpointWindow = {
  open(requests, onmessage) {
    const opened = window.open('./endpoint.html', 'strata-endpoint', 'popup,width=620,height=760');
    if (opened === null) return undefined;
    const stop = hear(
      () => opened,
      endpointMessage,
      (message) => {
        if (message.kind !== 'ready') onmessage(message);
        else opened.postMessage({ protocol: PROTOCOL_NAME, kind: 'requests', ...requests }, location.origin);
      },
    );
    return {
      close() {
        stop();
        opened.close();
      },
    };
  },
};

export const endpointOpener: EndpointOpener = {
  listen(onrequests) {
    hear(openerOfThis, requestsMessage, onrequests);
    openerOfThis()?.postMessage({ protocol: PROTOCOL_NAME, kind: 'ready' }, location.origin);
  },
  tell(message) {
    openerOfThis()?.postMessage({ protocol: PROTOCOL_NAME, ...message }, location.origin);
  },
};

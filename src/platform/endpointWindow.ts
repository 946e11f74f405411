import * as v from 'valibot';
import type { EndpointOpener, EndpointWindow } from '../app/ports';
import { endpointMessage, PROTOCOL_NAME, requestsMessage } from '../core/summaries/protocol';

/** Both pages post messages directly to each other's window and only to their own origin, so no other page receives them. */
export const endpointWindow: EndpointWindow = {
  open(requests, onmessage) {
    const opened = window.open('./endpoint.html', 'strata-endpoint', 'popup,width=620,height=760');
    if (opened === null) return undefined;
    const hear = ({ source, origin, data }: MessageEvent): void => {
      if (source !== opened || origin !== location.origin) return;
      const parsed = v.safeParse(endpointMessage, data);
      if (!parsed.success) return;
      if (parsed.output.kind !== 'ready') onmessage(parsed.output);
      else opened.postMessage({ protocol: PROTOCOL_NAME, kind: 'requests', ...requests }, location.origin);
    };
    addEventListener('message', hear);
    return {
      close() {
        removeEventListener('message', hear);
        opened.close();
      },
    };
  },
};

export const endpointOpener: EndpointOpener = {
  listen(onrequests) {
    const opener = window.opener as Window | null;
    if (opener === null) return;
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== opener || origin !== location.origin) return;
      const parsed = v.safeParse(requestsMessage, data);
      if (parsed.success) onrequests(parsed.output);
    });
    opener.postMessage({ protocol: PROTOCOL_NAME, kind: 'ready' }, location.origin);
  },
  tell(message) {
    const opener = window.opener as Window | null;
    opener?.postMessage({ protocol: PROTOCOL_NAME, ...message }, location.origin);
  },
};

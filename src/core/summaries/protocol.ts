/**
 * Messages between the app's page and the endpoint's page. Both validate them, since the other window may run another
 * release.
 */
import * as v from 'valibot';

const PROTOCOL = v.literal('strata endpoint 2');
export const PROTOCOL_NAME = 'strata endpoint 2';

const modelMessage = v.object({ role: v.picklist(['system', 'user']), content: v.string() });

export const requestsMessage = v.object({
  protocol: PROTOCOL,
  kind: v.literal('requests'),
  /** The kind of texts in all requests. */
  about: v.picklist(['files', 'discussion']),
  requests: v.array(v.object({ name: v.string(), messages: v.array(modelMessage) })),
});

export const endpointMessage = v.variant('kind', [
  v.object({ protocol: PROTOCOL, kind: v.literal('ready') }),
  v.object({ protocol: PROTOCOL, kind: v.literal('answer'), name: v.string(), text: v.string() }),
  v.object({ protocol: PROTOCOL, kind: v.literal('failed'), name: v.string(), reason: v.string() }),
]);

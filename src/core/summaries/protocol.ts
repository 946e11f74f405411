/**
 * Messages between the app's page and the endpoint's page. Both validate them, since the other window may run another
 * release.
 */
import * as v from 'valibot';

const PROTOCOL = v.literal('strata endpoint 1');
export const PROTOCOL_NAME = 'strata endpoint 1';

export const filesMessage = v.object({
  protocol: PROTOCOL,
  kind: v.literal('files'),
  files: v.array(v.object({ path: v.string(), text: v.string() })),
});

export const endpointMessage = v.variant('kind', [
  v.object({ protocol: PROTOCOL, kind: v.literal('ready') }),
  v.object({ protocol: PROTOCOL, kind: v.literal('answer'), path: v.string(), text: v.string() }),
  v.object({ protocol: PROTOCOL, kind: v.literal('failed'), path: v.string(), reason: v.string() }),
]);

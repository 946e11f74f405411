/** Messages between the app's page and the network page. Both validate them, since the other window may run another release. */
import * as v from 'valibot';

const PROTOCOL = v.literal('strata pages 1');
export const PAGES_PROTOCOL = 'strata pages 1';

/** From the app: addresses that the user may fetch. */
export const wantedPages = v.object({
  protocol: PROTOCOL,
  kind: v.literal('wanted'),
  urls: v.array(v.pipe(v.string(), v.maxLength(2_000))),
});

/** Bytes of each answer in the order of the plan's requests; undefined for one that is missing. */
const answers = v.array(v.optional(v.instance(ArrayBuffer)));

/** From the network page. `address` is the one that answered, after redirects. */
export const pageMessage = v.variant('kind', [
  v.object({ protocol: PROTOCOL, kind: v.literal('ready') }),
  v.object({ protocol: PROTOCOL, kind: v.literal('fetched'), url: v.string(), address: v.string(), answers }),
  v.object({ protocol: PROTOCOL, kind: v.literal('failed'), url: v.string(), reason: v.string() }),
]);

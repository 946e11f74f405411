import * as v from 'valibot';

export const ENDPOINT_KEY = 'endpoint';

export const ENDPOINT = {
  label: 'the saved endpoint',
  schema: v.object({
    address: v.optional(v.string(), ''),
    model: v.optional(v.string(), ''),
    /** Set only if the user chose to save the key. */
    key: v.optional(v.string()),
  }),
  upgrades: [],
};

import * as v from 'valibot';

/** What a tree view keeps across reloads. Everything that cannot be read falls back alone. */
export const savedViewSchema = v.object({
  expanded: v.fallback(v.array(v.string()), []),
  sort: v.fallback(v.picklist(['name', 'tokens']), 'name'),
  onlyTicked: v.fallback(v.boolean(), false),
  showLeftOut: v.fallback(v.boolean(), false),
  /** Index of the row at the top edge, with a fraction. */
  scrollRow: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  active: v.fallback(v.optional(v.string()), undefined),
});

export type SavedView = Readonly<v.InferOutput<typeof savedViewSchema>>;

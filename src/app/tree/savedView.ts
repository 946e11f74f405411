import * as v from 'valibot';

/** The state of the tree view that survives a reload. Each unreadable value falls back to its default by itself. */
export const savedViewSchema = v.object({
  expanded: v.fallback(v.array(v.string()), []),
  sort: v.fallback(v.picklist(['name', 'tokens', 'likely']), 'name'),
  onlyTicked: v.fallback(v.boolean(), false),
  showLeftOut: v.fallback(v.boolean(), false),
  /** Index of the row at the top edge, with a fraction. */
  scrollRow: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  active: v.fallback(v.optional(v.string()), undefined),
});

export type SavedView = Readonly<v.InferOutput<typeof savedViewSchema>>;

import * as v from 'valibot';

/** The fields of the search in files, as they are stored. */
export const searchFieldsSchema = v.object({
  text: v.string(),
  isPattern: v.boolean(),
  matchCase: v.boolean(),
  wholeWord: v.boolean(),
  /** Globs that choose files. */
  paths: v.string(),
});

export type SearchFields = Readonly<v.InferOutput<typeof searchFieldsSchema>>;

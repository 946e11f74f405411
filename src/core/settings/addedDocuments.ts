import * as v from 'valibot';
import { isSameList } from '../sameLists';
import { DOCUMENT_FORMS, type AddedDocument } from '../sources/addedDocument';
import { acceptPaths, uniqueSources } from './addedFiles';
import { listed, type ValueKind } from './valueKind';

const entry = v.union([
  v.pipe(
    v.string(),
    v.transform((source): AddedDocument => ({ source, form: 'full', isOff: false })),
  ),
  v.pipe(
    v.object({
      path: v.string(),
      form: v.optional(v.picklist(DOCUMENT_FORMS), 'full'),
      off: v.optional(v.boolean(), false),
    }),
    v.transform(({ path, form, off }): AddedDocument => ({ source: path, form, isOff: off })),
  ),
]);

/** In order, each once. */
const list = v.pipe(v.array(entry), v.transform(uniqueSources));

/** Documents by path, or by a reference to an attachment. */
export const addedDocuments: ValueKind<readonly AddedDocument[]> = {
  default: [],
  inFiles: list,
  inStore: v.fallback(list, () => []),
  toFile: (documents) => (documents.length === 0 ? undefined : documents.map(written)),
  toStore: (documents) => documents.map(written),
  isSame: (one, other) =>
    isSameList(one, other, (a, b) => a.source === b.source && a.form === b.form && a.isOff === b.isOff),
  toWords: (documents) => listed(documents.map(({ source }) => source)),
  accept: acceptPaths,
};

function written({ source, form, isOff }: AddedDocument) {
  if (form === 'full' && !isOff) return source;
  return { path: source, ...(form !== 'full' && { form }), ...(isOff && { off: true }) };
}

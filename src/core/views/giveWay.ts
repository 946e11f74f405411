import type { ViewRequest } from './viewRequest';
import { HIDDEN_VALUE } from '../secrets/hideParts';
import { withoutSecrets } from '../secrets/withoutSecrets';
import { utf8Length } from '../tokens/utf8';
import type { DescribedView } from './described';
import type { ViewMode } from './registry';

/** Whether to show the text instead of a view that is no shorter in bytes. Summaries that hide a secret stay. */
export function givesWay(
  name: ViewMode,
  { view, notice = '' }: { readonly view: DescribedView; readonly notice: string | undefined },
  { text, written }: { readonly text: string; readonly written: ViewRequest['written'] },
): boolean {
  if (utf8Length(view.text) + utf8Length(notice) < utf8Length(text)) return false;
  if (name !== 'summary' || view.text.includes(HIDDEN_VALUE)) return name !== 'summary';
  // A model's summary has no mark for hidden secrets, so check the text itself.
  return written === undefined || withoutSecrets(text) === text;
}

import type { ViewRequest } from './viewRequest';
import { HIDDEN_VALUE, withoutSecrets } from '../secrets/withoutSecrets';
import { utf8Length } from '../tokens/utf8';
import type { DescribedView } from './described';
import type { ViewMode } from './registry';

/** Whether the text takes the place of a view with at least as many bytes. A summary that hides a secret stays. */
export function givesWay(
  name: ViewMode,
  { view, notice = '' }: { readonly view: DescribedView; readonly notice: string | undefined },
  { text, written }: { readonly text: string; readonly written: ViewRequest['written'] },
): boolean {
  if (utf8Length(view.text) + utf8Length(notice) < utf8Length(text)) return false;
  if (name !== 'summary' || view.text.includes(HIDDEN_VALUE)) return name !== 'summary';
  // A model leaves no mark where it leaves out a secret.
  return written === undefined || withoutSecrets(text) === text;
}

import type { ViewRequest } from './viewRequest';
import type { FileBlockParts } from '../compose/fileBlock';
import { HIDDEN_VALUE } from '../secrets/hideParts';
import { withoutSecrets } from '../secrets/withoutSecrets';
import { utf8Length } from '../tokens/utf8';
import type { ViewMode } from './registry';

/** A view or a text, and the block that would show it. */
interface Shown {
  readonly text: string;
  readonly block: FileBlockParts;
}

/** Whether to show the text instead of a view whose block has no fewer bytes. Summaries that hide a secret stay. */
export function givesWay(
  name: ViewMode,
  view: Shown,
  { text, block, written }: Shown & { readonly written: ViewRequest['written'] },
): boolean {
  if (isShorter(view.block, block)) return false;
  if (name !== 'summary' || view.text.includes(HIDDEN_VALUE)) return name !== 'summary';
  // A model's summary has no mark for hidden secrets, so check the text itself.
  return written === undefined || withoutSecrets(text) === text;
}

/** Most views are so much shorter than the text that its bytes need not be counted; each unit has at least one. */
function isShorter(view: FileBlockParts, whole: FileBlockParts): boolean {
  const bytes = bytesOf(view);
  return bytes < whole.body.length || bytes < bytesOf(whole);
}

/** With the notice above the text, and a fence as long as the text requires. */
function bytesOf({ head, body, tail }: FileBlockParts): number {
  return utf8Length(head) + utf8Length(body) + utf8Length(tail);
}

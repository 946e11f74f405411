import { escapeLine } from '../../core/compose/escapePath';
import type { LikelyPath, MovedFile } from '../../core/items/movedFiles';

const REASONS: Readonly<Record<LikelyPath['reason'], string>> = {
  content: 'same content',
  name: 'same name',
  'similar name': 'similar name',
};

export function describeMoved({ likely }: MovedFile): string {
  const [first] = likely;
  if (first === undefined) return 'No longer in the folder';
  const paths = likely.map(({ path }) => escapeLine(path)).join(' or ');
  const doubt = likely.length === 1 ? 'probably' : 'perhaps';
  return `No longer in the folder; ${doubt} now ${paths} (${REASONS[first.reason]})`;
}

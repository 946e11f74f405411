import { counted } from '../../core/counted';
import { attachedOnly } from '../../core/settings/addedFiles';
import type { CompositionOptions } from '../../core/settings/compositionOptions';

/** Names what a preset of a composition can't hold, as a sentence; empty if it holds everything. */
export function staysHere({
  screenshots,
  documents,
}: Pick<CompositionOptions, 'documents' | 'screenshots'>): string {
  const parts = [
    { count: attachedOnly(screenshots).length, name: 'screenshot' },
    { count: attachedOnly(documents).length, name: 'document' },
  ].filter(({ count }) => count > 0);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return '';
  const words = parts.map(({ count, name }) => counted(count, name)).join(' and ');
  return `${words} ${all === 1 ? 'stays' : 'stay'} in this browser: presets hold only files of the folder.`;
}

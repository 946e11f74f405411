import { outputNameStem } from '../../core/compose/numbering';
import type { DiscussionFormat } from '../../core/conversation/formats';
import type { PassTexts } from '../passTexts';
import type { ConversationReader } from '../ports/conversations';
import type { Outputs } from '../ports/files';
import type { OpenDiscussion } from './openDiscussion.svelte';

interface Parts {
  readonly startReader: () => ConversationReader;
  readonly outputs: Pick<Outputs, 'download'>;
  readonly passTexts: PassTexts;
}

/** Saves a discussion as a file. Rejects if it can't be written, or if the user cancels because of its secrets. */
export async function downloadDiscussion(
  { now, title }: OpenDiscussion,
  format: DiscussionFormat,
  { startReader, outputs, passTexts }: Parts,
): Promise<void> {
  const reader = startReader();
  try {
    const name = `${outputNameStem(title || 'discussion')}.${format}`;
    const written = { key: name, text: await reader.write(now, format) };
    const passed = await passTexts([written], 'download');
    outputs.download(name, new Blob([...passed], { type: 'text/plain' }));
  } finally {
    reader.dispose();
  }
}

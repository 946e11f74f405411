import { attachmentData, type Attachment } from '../../core/attachments/attachment';
import { loadValues, readStored, refuseNewer, toStored, type StoreAndNotify } from '../storage/storedValue';
import { attachmentPrefix } from '../storage/workspaceState';

const RECORD = { label: 'an attachment', schema: attachmentData, upgrades: [] };

/** The attachments of a workspace by name. The user is notified of those that can't be read. */
export async function loadAttachments(
  places: StoreAndNotify,
  workspaceId: string,
): Promise<ReadonlyMap<string, Attachment>> {
  const prefix = attachmentPrefix(workspaceId);
  const loaded = await loadValues(places, prefix, RECORD);
  return new Map(loaded.map(([key, attachment]) => [key.slice(prefix.length), attachment]));
}

/** Undefined if absent or unreadable. Throws `NewerValue` if a newer release has stored it. */
export function fromStore(stored: unknown): Attachment | undefined {
  refuseNewer(stored, RECORD);
  const read = readStored(stored, RECORD);
  return read.kind === 'found' ? read.value : undefined;
}

export function toStore(attachment: Attachment): unknown {
  return toStored(RECORD, attachment);
}

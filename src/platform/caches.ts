import type { FolderCaches } from '../app/ports';
import { forgetFolder, keepTexts } from '../core/storage/caches';
import { openCache } from '../../workers/caches/cacheEntries';

export const browserCaches: FolderCaches = {
  forget: (workspaceId) => forgetFolder(workspaceId, openCache),
  keepTexts: (hashes) => keepTexts(hashes, openCache),
};

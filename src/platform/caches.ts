import type { FolderCaches } from '../app/ports/storage';
import { forgetFolder, dropTexts } from '../core/storage/caches';
import { openCache } from '../../workers/caches/cacheEntries';

export const browserCaches: FolderCaches = {
  forget: (workspaceId) => forgetFolder(workspaceId, openCache),
  dropTexts: (hashes) => dropTexts(hashes, openCache),
};

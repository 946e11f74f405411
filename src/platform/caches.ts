import type { FolderCaches } from '../app/ports';
import { forgetFolder } from '../core/storage/caches';
import { openCache } from '../../workers/cacheEntries';

export const browserCaches: FolderCaches = {
  forget: (workspaceId) => forgetFolder(workspaceId, openCache),
};

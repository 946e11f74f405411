/** Blocks and plans for the engine, as the app makes them. */
import type { ViewRequest } from '../src/core/views/viewRequest';
import { fileBlock, type Block } from '../src/core/document/block';
import { bySection } from '../src/core/document/layouts/bySection';
import { planDocument } from '../src/core/document/plan';
import type { RepoPath } from '../src/core/files/repoPath';

export const inView = (path: string, view: ViewRequest) => fileBlock(path as RepoPath, view);
export const full = (path: string) => inView(path, { mode: 'full' });

export function planned(blocks: readonly Block[], filesHeading = '## Files'): readonly Block[] {
  return planDocument(blocks, bySection(filesHeading));
}

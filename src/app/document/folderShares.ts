import type { DocumentBlock } from './documentBlock';

/** The share of the document that comes from the files directly in one folder. */
export interface FolderShare {
  /** Empty for the root folder. */
  readonly folder: string;
  readonly files: number;
  readonly tokens: number;
  readonly exact: boolean;
}

/** The document's files grouped by folder, largest group first; equal groups in path order. */
export function folderShares(blocks: readonly DocumentBlock[]): readonly FolderShare[] {
  const shares = new Map<string, FolderShare>();
  for (const { source, tokens, exact } of blocks) {
    if (source.kind !== 'file') continue;
    const folder = source.path.slice(0, Math.max(0, source.path.lastIndexOf('/')));
    const share = shares.get(folder) ?? { folder, files: 0, tokens: 0, exact: true };
    shares.set(folder, {
      folder,
      files: share.files + 1,
      tokens: share.tokens + tokens,
      exact: share.exact && exact,
    });
  }
  return [...shares.values()].sort((a, b) => b.tokens - a.tokens || (a.folder < b.folder ? -1 : 1));
}

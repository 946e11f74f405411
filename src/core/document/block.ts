import type { ViewRequest } from '../views/viewRequest';
import type { RepoPath } from '../files/repoPath';
import type { SectionId } from './sections/registry';

/** The source of a block's body: a text that the engine keeps under a key, or a file in a view. */
export type BlockSource =
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'file'; readonly path: RepoPath; readonly view: ViewRequest };

export type FileSource = Extract<BlockSource, { kind: 'file' }>;

/** The unit of a document. `lead` is the heading line printed before the body; empty for none. */
export interface Block {
  readonly key: string;
  readonly section: SectionId;
  readonly source: BlockSource;
  readonly lead: string;
}

/** A text block without a lead. `planDocument` sets the lead. */
export function textBlock(section: SectionId): Block {
  return { key: `section:${section}`, section, source: { kind: 'text', key: section }, lead: '' };
}

/** A file block without a lead. */
export function fileBlock(path: RepoPath, view: ViewRequest): Block & { readonly source: FileSource } {
  return { key: `file:${path}`, section: 'files', source: { kind: 'file', path, view }, lead: '' };
}

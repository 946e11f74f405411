import type { ViewRequest } from '../views/viewRequest';
import type { RepoPath } from '../files/repoPath';
import { SECTIONS, type SectionId } from './sections/registry';

/** The source of a block's body: a text that the engine keeps under a key, or a file in a view. */
export type BlockSource =
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'file'; readonly path: RepoPath; readonly view: ViewRequest };

export type FileSource = Extract<BlockSource, { kind: 'file' }>;

/**
 * The unit of a document. `key` never changes: `file:PATH`, `symbol:PATH` of a file's block in a symbol map, `history:ID` of a
 * message, `document:SOURCE` of a document, `url:ADDRESS` of a page in the task, `screenshot:SOURCE` of an image, or `section:ID` of a section that is one text. `lead` is the heading line printed before the body; empty for none.
 */
export interface Block {
  readonly key: string;
  readonly section: SectionId;
  readonly source: BlockSource;
  readonly lead: string;
}

/** A text block without a lead. `planDocument` sets the lead. */
export function textBlock(section: SectionId, key = sectionKey(section)): Block {
  return { key, section, source: { kind: 'text', key }, lead: '' };
}

/** A file block without a lead. */
export function fileBlock(path: RepoPath, view: ViewRequest): Block & { readonly source: FileSource } {
  return { key: `file:${path}`, section: 'files', source: { kind: 'file', path, view }, lead: '' };
}

/** The key of the block of a section that is one text. */
export function sectionKey(section: SectionId): string {
  return `section:${section}`;
}

export const INSTRUCTIONS_KEY = sectionKey('instructions');
/** The legend of a symbol map, or a map that is one text. */
export const LEGEND_KEY = sectionKey('symbolMap');
export const TASK_KEY = sectionKey('task');

/** The key of the block of a message. */
export function historyKey(id: string): string {
  return `history:${id}`;
}

/** The key of the block of a document, see `AddedDocument`. */
export function documentKey(source: string): string {
  return `document:${source}`;
}

/** The key of the block of an address in the task. */
export function urlKey(url: string): string {
  return `url:${url}`;
}

export function isUrlKey(key: string): boolean {
  return key.startsWith('url:');
}

/** The key of a file's block in a symbol map. */
export function symbolKey(path: RepoPath): string {
  return `symbol:${path}`;
}

/** The path of a file in the key of its block in a symbol map; undefined for another key. */
export function pathInSymbolKey(key: string): RepoPath | undefined {
  return key.startsWith('symbol:') ? (key.slice('symbol:'.length) as RepoPath) : undefined; // made from one
}

/** The key of the block of a screenshot, by its source in the composition. */
export function screenshotKey(source: string): string {
  return `screenshot:${source}`;
}

/** The source of a document or screenshot in the key of its block; undefined for another key. */
export function sourceInKey(key: string): string | undefined {
  return /^(?:document|screenshot):(.*)$/su.exec(key)?.[1];
}

/** The path of the file that a block or its source is about, by its key; empty if it is about none. */
export function pathInKey(key: string): string {
  return /^(?:file|symbol|printed|document):(.*)$/su.exec(key)?.[1] ?? '';
}

/** The source key of the earlier form of a file's block in a symbol map. */
export function printedKey(path: RepoPath): string {
  return `printed:${path}`;
}

/** The key of the block that has this source. */
export function keyOfSource(source: BlockSource): string {
  if (source.kind === 'file') return `file:${source.path}`;
  return source.key.replace(/^printed:/, 'symbol:');
}

/** The section of a block by its key, or by the key of its text; undefined for a section that this release doesn't have. */
export function sectionOfKey(key: string): SectionId | undefined {
  if (key.startsWith('file:')) return 'files';
  if (key.startsWith('history:')) return 'discussion';
  if (isUrlKey(key)) return 'urls';
  if (key.startsWith('screenshot:')) return 'screenshots';
  if (key.startsWith('symbol:') || key.startsWith('printed:')) return 'symbolMap';
  if (key.startsWith('document:')) return 'documents';
  return SECTIONS.find(({ id }) => key === sectionKey(id))?.id;
}

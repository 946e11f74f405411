import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import { shortKey } from '../../core/compose/shortKey';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import { fileBlock, type FileSource } from '../../core/document/block';
import type { FileContent } from '../../core/files/fileContent';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import type { FileTree } from '../tree/fileTree';
import type { FileViews } from './fileViews';
import { bodyLines, BYTES_PER_TOKEN, type DocumentBlock } from './documentBlock';
import { withChanges } from '../composition/sortedByPath';

/** Body lines of a file block besides the text: heading, blank line, both fence lines. */
const LINES_AROUND_FILE = 4;

export type FileBlock = DocumentBlock & { readonly source: FileSource };

interface Parts {
  readonly tree: Pick<FileTree, 'byPath'>;
  readonly views: Pick<FileViews, 'viewOf' | 'measureOf'>;
}

/**
 * The file blocks in document order. Only changed blocks are rebuilt, because there may be 100,000. Not reactive.
 */
export class FileBlocks {
  readonly #parts: Parts;
  /** Changes not in the list yet; undefined removes a block. */
  readonly #changed = new Map<RepoPath, FileBlock | undefined>();
  #isAllChanged = false;
  #list: readonly FileBlock[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Rebuilds the blocks of these files. */
  change(paths: Iterable<RepoPath>): void {
    for (const path of paths) this.#changed.set(path, this.#make(path));
  }

  changeAll(): void {
    this.#isAllChanged = true;
  }

  /** The blocks of all items that are in the document; the same array if none changed. */
  update(items: readonly RepoPath[]): readonly FileBlock[] {
    const changed = this.#changed;
    if (this.#isAllChanged) this.#list = items.flatMap((path) => this.#make(path) ?? []);
    // With many changes, merging both lists is faster than searching for each place.
    else if (changed.size * 4 > items.length) this.#list = this.#along(items);
    else if (changed.size > 0) {
      const pathOf = ({ source }: FileBlock) => source.path;
      this.#list = withChanges(this.#list, pathOf, changed.keys(), (path) => changed.get(path));
    }
    changed.clear();
    this.#isAllChanged = false;
    return this.#list;
  }

  /** Merges the changes into the list, which has the same order as the items. */
  #along(items: readonly RepoPath[]): readonly FileBlock[] {
    const list: FileBlock[] = [];
    let next = 0;
    for (const path of items) {
      let old = this.#list[next];
      while (old !== undefined && old.source.path !== path && compareRepoPaths(old.source.path, path) < 0)
        old = this.#list[(next += 1)];
      if (old?.source.path === path) next += 1;
      else old = undefined;
      const block = this.#changed.has(path) ? this.#changed.get(path) : old;
      if (block !== undefined) list.push(block);
    }
    return list;
  }

  #make(path: RepoPath): FileBlock | undefined {
    const { tree, views } = this.#parts;
    const view = views.viewOf(path);
    if (view === undefined) return undefined;
    const { content, size } = tree.byPath(path) ?? {};
    const measure = content && views.measureOf(path, content, view);
    return makeFileBlock(path, view, { content, measure, size });
  }
}

interface SizedFile {
  readonly content: FileContent | undefined;
  readonly measure: BlockMeasure | undefined;
  /** In bytes. */
  readonly size: number | undefined;
}

function makeFileBlock(path: RepoPath, view: ViewRequest, { content, measure, size }: SizedFile): FileBlock {
  const known = content !== undefined && measure !== undefined;
  const guess = content?.block.tokens ?? Math.ceil((size ?? 0) / BYTES_PER_TOKEN);
  const version = known ? viewVersion(versionOf(content, size), view) : 'unknown';
  return {
    ...fileBlock(path, view),
    version,
    hash: shortKey(version),
    title: path,
    leadTokens: 0,
    lines: known ? bodyLines(measure) : LINES_AROUND_FILE,
    tokens: known ? measure.tokens : guess,
    tokensAsLast: known ? measure.tokensAsLast : guess,
    exact: known && content.kind !== 'unread',
    ...(known && content.kind === 'text' && { hasText: true }),
  };
}

/** The hash of a file's block whose content has this hash. */
export function hashOfShown(content: string, view: ViewRequest): string {
  return shortKey(viewVersion(content, view));
}

function viewVersion(content: string, view: ViewRequest): string {
  return `${content} ${viewKey(view)}`;
}

/** A file without text shows its reason and its size. */
function versionOf(content: FileContent, size: number | undefined): string {
  switch (content.kind) {
    case 'text':
      return content.hash;
    case 'missing':
      return content.kind;
    case 'binary':
    case 'failed':
    case 'unread':
      return `${content.kind} ${size ?? 0} ${content.reason}`;
  }
}

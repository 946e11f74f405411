import type { KnownFile } from '../../core/items/filesByLength';
import { lookForMoved, type MovedFile } from '../../core/items/movedFiles';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode } from '../tree/treeNode';

type Steps = ReturnType<typeof lookForMoved>;

/** Searches the tree for the new paths of files that are not in the folder, in short tasks. */
export class MovedSearch {
  readonly #tree: FileTree;
  readonly #later: (task: () => void) => void;
  #found = $state.raw<readonly MovedFile[]>([]);
  #running: Steps | undefined;

  /** `later` runs a task once the page has had time for other tasks. */
  constructor(tree: FileTree, later: (task: () => void) => void) {
    this.#tree = tree;
    this.#later = later;
  }

  /** The result of the last search that ended, for the files of the latest. */
  get found(): readonly MovedFile[] {
    return this.#found;
  }

  /** Replaces the running search. Ends at once in most folders, and some tasks later in large ones. */
  start(gone: ReadonlyMap<string, KnownFile>): void {
    this.#found = this.#found.filter(({ path }) => gone.has(path));
    this.#running = undefined;
    if (gone.size > 0) this.#step(lookForMoved([...gone.values()], knownFiles(this.#tree, isOffered)));
  }

  /** Searches once for other files, such as those that a preset names. */
  async lookFor(files: readonly KnownFile[]): Promise<readonly MovedFile[]> {
    const steps = lookForMoved(files, knownFiles(this.#tree, isInFolder));
    let step = steps.next();
    while (step.done !== true) {
      await new Promise<void>((resolve) => {
        this.#later(resolve);
      });
      step = steps.next();
    }
    return step.value;
  }

  #step(steps: Steps): void {
    this.#running = steps;
    const step = steps.next();
    if (step.done === true) this.#found = step.value;
    else
      this.#later(() => {
        if (steps === this.#running) this.#step(steps);
      });
  }
}

/** A guess never offers a file that is selected already, or one that is left out. */
function isOffered(file: FileNode): boolean {
  return !file.ticked && isInFolder(file);
}

function isInFolder({ missing, leftOut }: FileNode): boolean {
  return !missing && leftOut === undefined;
}

function* knownFiles({ root }: FileTree, isWanted: (file: FileNode) => boolean): Generator<KnownFile> {
  for (const file of filesIn(root)) if (isWanted(file)) yield knownOf(file);
}

function knownOf({ path, content }: FileNode): KnownFile {
  return content?.kind === 'text' ? { path, hash: content.hash, lines: content.lines } : { path };
}

import { contextTokens, type FolderNode } from './treeNode';
import { nodeTokens, type TreeOrder } from './treeOrder';
import { largestShown, type Largest, type RowChoice, type TreeRow } from './visibleRows';

/** The sizes of rows relative to the largest row beside each, computed per folder on demand. */
export class RowShares {
  readonly #order: TreeOrder;
  readonly #choice: RowChoice;
  readonly #largest = new Map<FolderNode, Largest>();

  constructor(order: TreeOrder, choice: RowChoice) {
    this.#order = order;
    this.#choice = choice;
  }

  /** From 0 to 1. */
  of({ node, folded }: TreeRow): Largest {
    let { parent } = node;
    for (let step = 0; step < folded; step += 1) parent = parent?.parent;
    if (parent === undefined) return { file: 0, context: 0 };
    const largest = this.#largest.get(parent) ?? largestShown(parent, this.#order, this.#choice);
    this.#largest.set(parent, largest);
    return {
      file: nodeTokens(node) / Math.max(1, largest.file),
      context: contextTokens(node) / Math.max(1, largest.context),
    };
  }
}

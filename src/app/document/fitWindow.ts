import { counted } from '../../core/counted';
import type { RepoPath } from '../../core/files/repoPath';
import { deciderOf } from '../../core/items/effectiveView';
import type { TokenText } from '../../core/tokens/tokenText';
import type { Choices } from '../composition/choices';
import type { Composition } from '../composition/composition.svelte';
import { undoOffer } from '../composition/undoOffer';
import type { Notify } from '../notify';
import type { FileTree } from '../tree/fileTree';
import type { TreeNode } from '../tree/treeNode';
import type { DocumentModel } from './document.svelte';
import type { FileViews } from './fileViews';
import { allSavings } from './savings';

/** The parts of a workspace that `fitWindow` needs. */
export interface FittedParts {
  readonly choices: Choices;
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly tokens: TokenText;
  readonly tree: FileTree;
  readonly views: FileViews;
}

const KEPT: ReadonlySet<string> = new Set(['forced', 'pinned', 'focus']);

/**
 * Shows the files that save most as skeletons until the document fits the model's window and the budget, in one undo step.
 * Focus files and files whose view the user has set stay unchanged.
 */
export async function fitWindow(workspace: FittedParts, notify: Notify): Promise<void> {
  const { tokens, composition, document, tree } = workspace;
  const { budgetTokens = Infinity } = composition.options;
  const isFree = (path: RepoPath) => {
    const item = composition.item(path);
    return item !== undefined && !KEPT.has(deciderOf(item, composition.options));
  };
  const bound = Math.min(budgetTokens, tokens.model.window ?? Infinity);
  const chosen: TreeNode[] = [];
  let excess = tokens.estimate(document.totals.tokens).tokens - bound;
  let saved = 0;
  for await (const saving of allSavings(composition.paths.filter(isFree), workspace)) {
    const node = tree.byPath(saving.path);
    if (node === undefined) continue;
    chosen.push(node);
    saved += saving.saved;
    excess -= tokens.estimate(saving.saved).tokens;
    if (excess <= 0) break;
  }
  if (chosen.length === 0) {
    notify({
      kind: 'info',
      text: 'No file gets much smaller as a skeleton.',
      details: [adviceFor(document)],
    });
    return;
  }
  workspace.choices.setMode(chosen, 'skeleton');
  notify({
    kind: excess > 0 ? 'warning' : 'done',
    text: `${counted(chosen.length, 'file')} shown as skeleton. Saved ${tokens.long(saved)}.`,
    details: excess > 0 ? [`The document is still too large. ${adviceFor(document)}`] : [],
    offer: undoOffer(composition, composition.undoName, notify),
  });
}

function adviceFor({ totals }: DocumentModel): string {
  const hasDiscussion = totals.sections.some(({ section }) => section === 'discussion');
  const compress = hasDiscussion ? ' compress the discussion,' : '';
  return `Deselect files,${compress} or switch to a model with a larger context window.`;
}

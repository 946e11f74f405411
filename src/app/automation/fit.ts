import type { FitScope } from '../fit/fitProposal.svelte';
import type { FitResult } from '../fit/fitResult';
import type { ScriptedPage } from './scriptedPage';

/** Fits the document into a budget. */
export interface FitAutomation {
  /** Applies the proposal for a budget in tokens. Rejects if there is no task, unless only the selected files are fitted. */
  fit(
    tokens: number,
    options: { readonly focused: boolean; readonly scope: FitScope },
  ): Promise<FittedDocument>;
}

/** An applied proposal: its rows, the document's tokens, and by how much the files set by hand exceed the budget. */
export interface FittedDocument extends Pick<FitResult, 'rows' | 'tokens' | 'excess'> {
  readonly budget: number;
  /** True if the document names all files. */
  readonly names: boolean;
}

export function automateFit({ open, whenIdle }: ScriptedPage): FitAutomation {
  return {
    async fit(tokens, { focused, scope }) {
      await whenIdle();
      const workspace = open();
      const { FitProposal } = await import('../fit/fitProposal.svelte');
      const proposal = new FitProposal(workspace, () => undefined);
      if (scope === 'folder' && proposal.task === undefined)
        throw new Error('there is no task to fit files for');
      const { plan } = proposal;
      plan.budget = tokens;
      plan.withFocused = focused;
      await proposal.start(scope);
      while (proposal.state.kind === 'ready') {
        const { rows, tokens: total, excess } = plan.result;
        const fitted = { budget: tokens, rows, tokens: total, excess, names: plan.listsNames };
        if (!(await proposal.confirm())) continue;
        await proposal.apply();
        return whenIdle().then(() => fitted);
      }
      throw new Error(proposal.state.kind === 'failed' ? proposal.state.reason : 'the proposal was canceled');
    },
  };
}

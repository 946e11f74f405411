import { counted } from '../../core/counted';
import { MOST_CHARACTERS } from '../../core/urls/pageText';
import type { HandedOver } from '../handover/handover.svelte';
import type { Workspace } from '../workspace.svelte';

/** Warnings about gaps in all sections but the files. `last` is the document handed over last. */
export async function warningsOf(
  workspace: Workspace,
  last: HandedOver | undefined,
): Promise<readonly string[]> {
  return [
    ...urlWarnings(workspace),
    ...(await issueWarnings(workspace)),
    ...documentWarnings(workspace),
    ...screenshotWarnings(workspace, last),
  ];
}

/** URLs in the task that the document has no text of, or only a part. */
function urlWarnings({ conversation, composition }: Workspace): readonly string[] {
  if (composition.options.urls === 'off') return [];
  return conversation.urls.list.flatMap(({ url, page }) => {
    if (page === undefined) return [`${url}: only the address is in the document; its text was not given`];
    return page.isCut ? [`${url}: only the first ${MOST_CHARACTERS} characters are in the document`] : [];
  });
}

/** Problems that leave gaps in the section about issues. */
async function issueWarnings({ issues }: Workspace): Promise<readonly string[]> {
  if (!issues.isOn) return [];
  const found = await issues.read();
  switch (found.kind) {
    case 'found':
      return found.warnings.map((warning) => `${found.path}: ${warning}`);
    case 'failed':
      return [`${found.path}: ${found.reason}`];
    case 'unexported':
      return ['.beads: the issues are not exported; run bd export -o .beads/issues.jsonl'];
    case 'absent':
      return ['.beads/issues.jsonl: not in this folder'];
  }
}

/** Documents that are missing or have gaps. */
function documentWarnings({ documents }: Workspace): readonly string[] {
  return documents.list.flatMap(({ name, state }) => {
    if (state.kind === 'failed') return [`${name}: ${state.reason}`];
    if (state.kind !== 'converted' || state.emptyPages === 0) return [];
    return [`${name}: ${counted(state.emptyPages, 'page')} without text`];
  });
}

/** Images that the document lacks, and those that it only links to. */
function screenshotWarnings({ screenshots }: Workspace, last: HandedOver | undefined): readonly string[] {
  return [
    ...screenshots.list.flatMap(({ name, image }) => (typeof image === 'string' ? `${name} ${image}` : [])),
    ...(last?.toAttach ?? []).map(({ title }) => `${title}: attach this image in the chat`),
  ];
}

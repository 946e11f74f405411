/** Renders the system prompt. The fragment with the files needs their summaries. */
import type { FileToList, PromptSource, PromptRequest } from '../../../src/core/document/bodyRequest';
import { renderTextSection } from '../../../src/core/compose/textSection';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { composeMessage } from '../../../src/core/prompt/composeMessage';
import { renderWorkspace, type PromptForm } from '../../../src/core/prompt/workspaceList';
import type { MeasuredViews, ViewsWanted } from '../documentContract';
import { FolderLost } from '../folders/folderReader';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

interface KnownSummary {
  readonly hash: ContentHash;
  readonly written: string;
  readonly summary: string;
}

/** The summaries of the files that were listed last. */
export interface ListedSummaries {
  current: ReadonlyMap<RepoPath, KnownSummary>;
}

interface Known {
  readonly index: WorkspaceIndex;
  readonly listedSummaries: ListedSummaries;
  measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
}

export async function renderPrompt(request: PromptRequest, known: Known): Promise<string> {
  const { heading, form, sources } = request;
  const texts = await Promise.all(sources.map((source) => textOf(source, form, known)));
  return form === 'document' ? renderTextSection(heading, texts) : composeMessage(texts);
}

async function textOf(source: PromptSource, form: PromptForm, known: Known): Promise<string> {
  if (typeof source === 'string') return source;
  const summaries = await summariesOf(source.files, known);
  const rows = source.files.map(({ path }) => ({ path, summary: summaries.get(path)?.summary ?? '' }));
  return renderWorkspace(source.name, rows, form);
}

/** Makes only summaries that are not known yet. Files without text, and those not read yet, have none. */
async function summariesOf(
  files: readonly FileToList[],
  known: Known,
): Promise<ReadonlyMap<RepoPath, KnownSummary>> {
  const { index, listedSummaries } = known;
  const summaries = new Map<RepoPath, KnownSummary>();
  const unknown: ViewsWanted[] = [];
  for (const { path, written = '' } of files) {
    const content = index.record(path)?.content;
    if (content?.kind !== 'text') continue;
    const kept = listedSummaries.current.get(path);
    if (kept?.hash === content.hash && kept.written === written) summaries.set(path, kept);
    else unknown.push({ path, views: [], summary: written });
  }
  for (const [at, { path, hash, summary }] of (await measured(unknown, known)).entries()) {
    const written = unknown[at]?.summary ?? '';
    if (hash !== undefined && summary !== undefined) summaries.set(path, { hash, written, summary });
  }
  listedSummaries.current = summaries;
  return summaries;
}

async function measured(wanted: readonly ViewsWanted[], known: Known): Promise<readonly MeasuredViews[]> {
  if (wanted.length === 0) return [];
  try {
    return await known.measureViews(wanted);
  } catch (error) {
    // A canceled summary is requested again, and the run reports a lost folder.
    const isEnded = error instanceof DOMException && error.name === 'AbortError';
    if (!isEnded && !(error instanceof FolderLost)) throw error;
    return [];
  }
}

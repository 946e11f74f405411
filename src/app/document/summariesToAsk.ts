import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { Composition } from '../composition/composition.svelte';
import type { KeptSummaries } from '../summaries/keptSummaries';
import type { DocumentModel } from './document.svelte';

interface Parts {
  readonly composition: Pick<Composition, 'options'>;
  readonly document: Pick<DocumentModel, 'blocks'>;
  readonly summaries: Pick<KeptSummaries, 'keeping' | 'statusOf'>;
  contentOf(path: RepoPath): FileContent | undefined;
}

/** Files in the document whose summary a model could write or renew, if the user wants to be asked about them. */
export function summariesToAsk(parts: Parts): readonly RepoPath[] {
  const { composition, document, summaries } = parts;
  if (!composition.options.askModelFirst || !summaries.keeping) return [];
  return document.blocks.flatMap(({ source }) => {
    if (source.kind !== 'file' || source.view.mode !== 'summary') return [];
    const status = summaries.statusOf(source.path, parts.contentOf(source.path));
    return status.state === 'cached' && status.by !== 'heuristic' ? [] : source.path;
  });
}

import type { RepoPath } from '../../core/files/repoPath';
import type { DocumentModel } from '../document/document.svelte';
import type { DocumentBlock } from '../document/documentBlock';
import { hashOfShown } from '../document/fileBlocks';
import type { FileViews } from '../document/fileViews';
import type { Git } from '../git/git.svelte';
import type { Conversation } from '../groups/conversation';
import type { AssembledDocument, Engine } from '../ports/engine';
import { isHeldBack, OpenSecrets, type SecretChoices } from '../secrets/secretChoices.svelte';
import type { SecretWatch } from '../secrets/secretWatch.svelte';
import type { KeptSummaries } from '../summaries/keptSummaries';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';

export interface CurrentSources {
  readonly engine: Pick<Engine, 'assemble' | 'measureFiles'>;
  readonly changes: Pick<FileChanges, 'settled'>;
  readonly conversation: Pick<Conversation, 'loaded'>;
  readonly document: Pick<DocumentModel, 'blocks' | 'settled'>;
  readonly git: Pick<Git, 'settled'>;
  readonly secrets: Pick<SecretChoices, 'handedOver' | 'ready'>;
  readonly secretWatch: Pick<SecretWatch, 'learn'>;
  readonly summaries: Pick<KeptSummaries, 'loaded'>;
  readonly tree: Pick<FileTree, 'byPath'>;
  readonly views: Pick<FileViews, 'learner' | 'measure'>;
}

/** Enough unless a file keeps changing while it is read. Its next change then counts in the next turn. */
const MOST_ATTEMPTS = 3;

/**
 * Assembles a document that is planned from the contents it shows. A file may be read before the app knows its content, which
 * decides its place and its age, so the document then follows and is planned and assembled again. Rejects with `OpenSecrets`
 * if the user has to decide about secrets in it.
 */
export async function assembleCurrent<Plan extends { readonly blocks: readonly DocumentBlock[] }>(
  sources: CurrentSources,
  plan: () => Plan,
): Promise<{ readonly planned: Plan; readonly assembled: AssembledDocument }> {
  const { changes, conversation, document, engine, git, secrets, secretWatch, summaries, views } = sources;
  await Promise.all([conversation.loaded(), summaries.loaded(), secrets.ready()]);
  for (let attempt = 1; ; attempt += 1) {
    await git.settled();
    await Promise.all([document.settled(), changes.settled()]);
    const learn = views.learner();
    const planned = plan();
    const assembled = await engine.assemble(planned.blocks.map(({ lead, source }) => ({ lead, source })));
    learn(assembled.viewed);
    secretWatch.learn(planned.blocks, assembled.secrets);
    if (isHeldBack(assembled)) throw new OpenSecrets(assembled.secrets);
    const paths = readOtherwise(planned.blocks, assembled.blocks, sources);
    if (paths.length === 0 || attempt === MOST_ATTEMPTS) return { planned, assembled };
    // If they can't be measured, the document stays as it is.
    await engine.measureFiles(paths).catch(() => undefined);
    learn(assembled.viewed);
    await views.measure().catch(() => undefined);
    await changes.settled();
    if (isStill(planned.blocks, document.blocks)) return { planned, assembled };
  }
}

/** The files whose contents are not those that their blocks were planned with. */
function readOtherwise(
  blocks: readonly DocumentBlock[],
  assembled: AssembledDocument['blocks'],
  { tree }: Pick<CurrentSources, 'tree'>,
): readonly RepoPath[] {
  return blocks.flatMap(({ source, hash }, at) => {
    if (source.kind !== 'file' || source.view.mode === 'none') return [];
    const content = assembled[at]?.content;
    const isAsPlanned =
      content === undefined
        ? tree.byPath(source.path)?.content?.kind !== 'text'
        : hashOfShown(content, source.view) === hash;
    return isAsPlanned ? [] : [source.path];
  });
}

function isStill(planned: readonly DocumentBlock[], now: readonly DocumentBlock[]): boolean {
  const hashes = new Map(now.map(({ key, hash }) => [key, hash]));
  return planned.every(({ key, source, hash }) => source.kind !== 'file' || hashes.get(key) === hash);
}

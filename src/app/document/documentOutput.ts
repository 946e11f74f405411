import { partOf, type DocumentPart } from '../../core/document/plan';
import type { HandedBy } from '../../core/document/turn';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Clock, Engine } from '../ports';
import type { WorkspaceSaving } from '../storage/workspaceSaving';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { DocumentModel } from './document.svelte';
import type { FileViews } from './fileViews';
import type { HandedDocument } from '../conversation/turns.svelte';

interface Sources {
  readonly engine: Pick<Engine, 'assemble'>;
  readonly changes: Pick<FileChanges, 'settled'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly composition: Composition;
  readonly conversation: Conversation;
  readonly document: DocumentModel;
  readonly views: FileViews;
  readonly saving: Pick<WorkspaceSaving, 'compositionChanged'>;
}

/** Renders the document, and records that the user has received it. */
export class DocumentOutput {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Assembles the document with all changes so far, including text that was just typed. */
  async assemble(part: DocumentPart): Promise<HandedDocument> {
    const { engine, changes, composition, conversation, document, views } = this.#sources;
    await Promise.all([document.settled(), changes.settled()]);
    const learn = views.learner();
    const blocks = partOf(document.blocks, part);
    const texts = document.referringTexts(blocks);
    const { task, discussion } = composition.options;
    const assembled = await engine.assemble(blocks.map(({ lead, source }) => ({ lead, source })));
    learn(assembled.viewed);
    const handed = { ...assembled, part, task, discussion };
    conversation.attachments.printedIn(handed, texts);
    return handed;
  }

  /** Records the document that the user has just received. */
  async handedOver(document: HandedDocument, by: HandedBy): Promise<void> {
    const { clock, composition, conversation, saving } = this.#sources;
    const paths = document.blocks.flatMap(({ source }) => (source.kind === 'file' ? source.path : []));
    saving.compositionChanged(composition.noteExport(paths, new Date(clock.now()).toISOString()));
    await conversation.handedOver(document, by);
  }
}

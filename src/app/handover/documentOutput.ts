import { Signal } from '../../core/async/signal';
import type { HandedBy, HandedPart, Turn, TurnState } from '../../core/document/turn';
import { promptRequest } from '../../core/document/promptRequest';
import { withHashes } from '../../core/tiers/layers';
import type { MessagesFormat } from '../../core/apiMessages/format';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { AssembledDocument, AssembledUpdate, Clock, Engine, Tabs } from '../ports';
import type { WorkspaceSaving } from '../storage/workspaceSaving';
import type { SettingsData } from '../storage/settings.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { FileViews } from '../document/fileViews';
import type { Stability } from '../document/stability.svelte';
import type { ArrangedDocument } from '../document/standings';
import type { HandedDocument } from '../conversation/turns.svelte';
import { diffUse } from './changesMeasure.svelte';
import { hashOfShown } from '../document/fileBlocks';
import { messagesWanted } from './messagesWanted';
import { isHeldBack, OpenSecrets, type SecretChoices } from './secretChoices.svelte';
import { updateWanted, type Present } from './updateWanted';

interface Sources {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'assemble' | 'assembleUpdate' | 'makeMessages' | 'renderText'>;
  readonly changes: Pick<FileChanges, 'settled'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly settings: { readonly data: Pick<SettingsData, 'countCopies' | 'updateDiffs'> };
  readonly composition: Composition;
  readonly conversation: Conversation;
  readonly document: DocumentModel;
  readonly views: FileViews;
  readonly stability: Stability;
  readonly saving: Pick<WorkspaceSaving, 'compositionChanged'>;
  readonly secrets: SecretChoices;
}

export interface HandoverOptions {
  /** Writes the document as messages. */
  readonly form?: MessagesFormat;
  /** The turn whose changes are wanted; by default the last one. */
  readonly since?: Turn;
}

/** Renders the document, and records that the user has received it. */
export class DocumentOutput {
  /** Before a document is assembled that will be a step of its discussion, if the user gets it. */
  readonly stepping = new Signal();
  /** After such a document is recorded. */
  readonly stepped = new Signal();
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /**
   * Assembles a document, and records it as soon as the user has it. `deliver` is called at once, inside the user's click, and resolves
   * to how the user got the document; undefined if not at all. Tabs hand over one after the other, each from what the last one left.
   */
  async handOver(
    part: HandedPart,
    deliver: (document: Promise<HandedDocument>) => Promise<HandedBy | undefined>,
    options: HandoverOptions = {},
  ): Promise<void> {
    const { promise: assembled, resolve, reject } = Promise.withResolvers<HandedDocument>();
    const delivered = deliver(assembled);
    delivered.catch(() => undefined); // Awaited below.
    const { conversation, id, tabs } = this.#sources;
    await tabs.alone(`turns/${id}`, async () => {
      try {
        // If earlier turns can't be read, the document counts as the first one.
        await conversation.turns.refresh().catch(() => undefined);
        resolve(await this.#assemble(part, options));
      } catch (error) {
        reject(error);
      }
      const by = await delivered;
      if (by !== undefined) await this.#handedOver(await assembled, by);
    });
  }

  /** With all changes so far, including text that was just typed. */
  async #assemble(part: HandedPart, { form, since }: HandoverOptions): Promise<HandedDocument> {
    const { engine, changes, composition, conversation, document, secrets, stability, views } = this.#sources;
    await Promise.all([document.settled(), changes.settled(), secrets.ready()]);
    const learn = views.learner();
    const blocks = part === 'changes' ? document.blocks : document.partOf(part);
    const texts = document.referringTexts(blocks);
    const { task, discussion, layout } = composition.options;
    const planned = this.#stateAfter(part);
    if (planned !== undefined) this.stepping.emit();
    const { emptyTiers } = stability;
    const { arrangement, layers } = document;
    const messagesOf = form && this.#messages(form);
    const assembled = await engine.assemble(blocks.map(({ lead, source }) => ({ lead, source })));
    learn(assembled.viewed);
    if (isHeldBack(assembled)) throw new OpenSecrets(assembled.secrets);
    const hashes = assembled.blocks.map(({ hash }) => hash);
    const update =
      part === 'changes' ? await this.#update({ blocks, arrangement, hashes }, since) : undefined;
    const messages = await messagesOf?.(assembled);
    const state = planned && asAssembled(planned, assembled.blocks, { blocks, layers });
    const handed = {
      ...{ ...assembled, part, layout, task, discussion, emptyTiers },
      ...(state && { state }),
      ...(update && { update }),
      ...(messages && { messages, form }),
    };
    conversation.attachments.printedIn(handed, texts);
    return handed;
  }

  /** Makes messages of the document as it is now, once that is assembled. */
  #messages(format: MessagesFormat): (assembled: AssembledDocument) => Promise<Blob> {
    const { conversation, document, engine, stability } = this.#sources;
    const { model } = document;
    const { arranged } = stability;
    const { sectionInput } = document;
    const { messages, workspaceMessage, options } = sectionInput;
    const { task, withDiscussion } = options;
    const spoken = {
      messages: withDiscussion ? messages : [],
      workspaceMessage: withDiscussion ? workspaceMessage : '',
      ...{ task, attached: conversation.attachments.allIn([...messages, task]) },
    };
    const system = engine.renderText(promptRequest(sectionInput, 'message'));
    return async (assembled) => {
      const texts = { ...spoken, system: await system };
      const made = await engine.makeMessages(
        await messagesWanted(arranged, assembled, texts, { format, model }),
      );
      if (made.kind === 'messages') return made.blob;
      const [first, ...others] = made.problems.map(({ problem }) => problem);
      throw new Error(`${first}${others.length === 0 ? '' : ` and ${others.length} more`} can't be shown`);
    };
  }

  async #update(present: Present, since: Turn | undefined): Promise<AssembledUpdate> {
    const { conversation, engine, settings } = this.#sources;
    const { baselines } = conversation;
    const base = since === undefined ? baselines.toUpdate : await baselines.of(since);
    if (base === undefined) throw new Error('the earlier copy is no longer kept');
    return engine.assembleUpdate(updateWanted(base, present, diffUse(settings.data)), true);
  }

  /** Only a whole document, or its changes, is a step of the discussion. */
  #stateAfter(part: HandedPart): TurnState | undefined {
    const { settings, stability } = this.#sources;
    const isStep = settings.data.countCopies && (part === 'whole' || part === 'changes');
    return isStep ? stability.stateAfter : undefined;
  }

  /** Records the document that the user has just received. */
  async #handedOver(document: HandedDocument, by: HandedBy): Promise<void> {
    const { clock, composition, conversation, saving, secrets } = this.#sources;
    const paths = document.blocks.flatMap(({ source }) => (source.kind === 'file' ? source.path : []));
    saving.compositionChanged(composition.noteExport(paths, new Date(clock.now()).toISOString()));
    await secrets.handedOver(document.secrets);
    await conversation.handedOver(document, by);
    if (document.state !== undefined) this.stepped.emit();
  }
}

/** The state with the contents that were read. Files may have been counted or changed since the document was planned. */
function asAssembled(
  planned: TurnState,
  assembled: AssembledDocument['blocks'],
  { blocks, layers }: Pick<ArrangedDocument, 'blocks' | 'layers'>,
): TurnState {
  const hashes = new Map<string, string>();
  for (const [at, { key, source, hash }] of blocks.entries()) {
    const content = assembled[at]?.content;
    if (source.kind !== 'file' || content === undefined) continue;
    const shown = hashOfShown(content, source.view);
    if (shown !== hash) hashes.set(key, shown);
  }
  return { ...planned, layers: withHashes(layers, planned.layers, hashes) };
}

import { Signal } from '../../core/async/signal';
import type { HandedBy, HandedPart, Turn, TurnState } from '../../core/document/turn';
import { INSTRUCTIONS_KEY, TASK_KEY } from '../../core/document/block';
import { promptRequest } from '../../core/document/promptRequest';
import { screenshots } from '../../core/document/sections/screenshots';
import type { MessagesFormat } from '../../core/apiMessages/format';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Clock } from '../ports/clock';
import type { AssembledDocument, AssembledUpdate, Engine, MessagesWanted } from '../ports/engine';
import type { Tabs } from '../ports/tabs';
import type { WorkspaceSaving } from '../storage/workspaceSaving';
import type { SettingsData } from '../storage/settings.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { Stability } from '../document/stability.svelte';
import type { HandedDocument } from '../conversation/turns.svelte';
import { assembleCurrent, type CurrentSources } from './assembleCurrent';
import { diffUse } from './changesMeasure.svelte';
import { imagesToAttach } from './imagesToAttach';
import { messagesWanted } from './messagesWanted';
import { isHeldBack, OpenSecrets, type SecretChoices } from '../secrets/secretChoices.svelte';
import { updateWanted, type Present } from './updateWanted';

interface Sources extends CurrentSources {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<
    Engine,
    'assemble' | 'assembleUpdate' | 'makeMessages' | 'measureFiles' | 'renderText'
  >;
  readonly clock: Pick<Clock, 'now'>;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly settings: { readonly data: Pick<SettingsData, 'countCopies' | 'updateDiffs'> };
  readonly composition: Composition;
  readonly conversation: Conversation;
  readonly document: DocumentModel;
  readonly stability: Stability;
  readonly saving: Pick<WorkspaceSaving, 'compositionChanged'>;
  readonly secrets: SecretChoices;
}

export interface HandoverOptions {
  /** Writes the document as messages. */
  readonly form?: MessagesFormat;
  /** The turn whose changes are wanted; by default the last one. */
  readonly since?: Turn;
  /** The user gets the document in parts, so the data in it is sent only with the last one. */
  readonly isInParts?: boolean;
}

/** Renders the document, and records that the user has received it. */
export class DocumentOutput {
  /** Before a document is assembled that will be a step of its discussion, if the user gets it. */
  readonly stepping = new Signal();
  /** After such a document is recorded. */
  readonly stepped = new Signal();
  /** After the user has got any document. */
  readonly handed = new Signal<HandedDocument>();
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
  async #assemble(part: HandedPart, options: HandoverOptions): Promise<HandedDocument> {
    const { form, since, isInParts = false } = options;
    const { planned, assembled } = await assembleCurrent(this.#sources, () => this.#plan(part, form));
    const { blocks, arrangement, texts, messagesOf, context } = planned;
    const hashes = assembled.blocks.map(({ hash }) => hash);
    const update =
      part === 'changes' ? await this.#update({ blocks, arrangement, hashes }, since) : undefined;
    const messages = await messagesOf?.(assembled);
    const handed = {
      ...{ ...assembled, ...context, part },
      ...(update && { update }),
      ...(messages && { messages, form }),
    };
    if (!isInParts) this.#sources.conversation.attachments.printedIn(handed, texts);
    return handed;
  }

  /** Everything about the document as it is now. */
  #plan(part: HandedPart, form: MessagesFormat | undefined) {
    const { composition, conversation, document, stability } = this.#sources;
    const { task, discussion, layout } = composition.options;
    const { arrangement } = document;
    const blocks = part === 'changes' ? document.blocks : document.partOf(part);
    const state = this.#stateAfter(part);
    if (state !== undefined) this.stepping.emit();
    const { emptyTiers } = stability;
    // Messages for an API have the images in them.
    const isForApi = form !== undefined && form !== 'text';
    const toAttach = isForApi
      ? []
      : imagesToAttach(blocks, composition.options, conversation.baselines.toUpdate);
    return {
      ...{ blocks, arrangement, texts: document.referringTexts(blocks) },
      messagesOf: form && this.#messages(form),
      context: { layout, task, discussion, emptyTiers, toAttach, ...(state && { state }) },
    };
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
      images: screenshots.body(sectionInput)?.images ?? [],
    };
    const system = engine.renderText(promptRequest(sectionInput, 'message'));
    return async (assembled) => {
      const texts = { ...spoken, system: await system };
      const wanted = await messagesWanted(arranged, assembled, texts, { format, model });
      const made = await engine.makeMessages(await this.#masked(wanted));
      if (made.kind === 'messages') return made.blob;
      const [first, ...others] = made.problems.map(({ problem }) => problem);
      throw new Error(`${first}${others.length === 0 ? '' : ` and ${others.length} more`} can't be shown`);
    };
  }

  /** Messages have whole texts and data that the document only refers to, so their secrets are not only those of the document. */
  async #masked(wanted: MessagesWanted): Promise<MessagesWanted> {
    const { system, task, workspaceMessage, blocks } = wanted;
    const said = blocks.filter((block) => block.kind === 'history');
    const links = blocks.flatMap((block) =>
      block.kind === 'history' || block.image === undefined ? [] : { key: block.key, text: block.image.link },
    );
    const [maskedSystem = '', maskedTask = '', maskedWorkspace = '', ...contents] =
      await this.#sources.secrets.mask([
        { key: INSTRUCTIONS_KEY, text: system },
        { key: TASK_KEY, text: task },
        { key: INSTRUCTIONS_KEY, text: workspaceMessage },
        ...said.map(({ key, content }) => ({ key, text: content })),
        ...links,
      ]);
    const contentOf = new Map([...said, ...links].map(({ key }, at) => [key, contents[at] ?? '']));
    return {
      ...wanted,
      ...{ system: maskedSystem, task: maskedTask, workspaceMessage: maskedWorkspace },
      blocks: blocks.map((block) => {
        const masked = contentOf.get(block.key) ?? '';
        if (block.kind === 'history') return { ...block, content: masked };
        return block.image === undefined ? block : { ...block, image: { ...block.image, link: masked } };
      }),
    };
  }

  async #update(present: Present, since: Turn | undefined): Promise<AssembledUpdate> {
    const { conversation, engine, settings } = this.#sources;
    const { baselines } = conversation;
    const base = since === undefined ? baselines.toUpdate : await baselines.of(since);
    if (base === undefined) throw new Error('the earlier copy is no longer kept. Copy all instead');
    const update = await engine.assembleUpdate(updateWanted(base, present, diffUse(settings.data)), true);
    if (isHeldBack(update)) throw new OpenSecrets(update.secrets);
    return update;
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
    await secrets.handedOver([...document.secrets, ...(document.update?.secrets ?? [])]);
    this.handed.emit(document);
    await conversation.handedOver(document, by);
    if (document.state !== undefined) this.stepped.emit();
  }
}

import { textsIn } from '../core/conversation/discussion';
import type { HandedBy } from '../core/document/turn';
import { Attachments } from './attachments/attachments.svelte';
import type { Composition } from './composition/composition.svelte';
import { ConversationImport } from './conversation/conversationImport.svelte';
import { Discussions } from './conversation/discussions.svelte';
import { Exchanges } from './conversation/exchanges.svelte';
import { hasTask, Turns, type HandedDocument } from './document/turns.svelte';
import type { Notify } from './notify';
import type { AttachmentStore, Clock, ConversationReader, Engine, Storage, Tabs } from './ports';
import type { EngineRun } from './reading/engineRun.svelte';
import type { SettingsData } from './storage/settings.svelte';
import { Compressions } from './summaries/compressions.svelte';
import type { SummaryTools } from './summaries/summaryWays';

export interface ConversationPorts extends SummaryTools {
  readonly storage: Storage;
  readonly attachmentStore: AttachmentStore;
  readonly startReader: () => ConversationReader;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly settings: { readonly data: Pick<SettingsData, 'compressMessages' | 'compressTokens'> };
}

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Engine;
  readonly run: EngineRun;
  readonly composition: Composition;
  /** Called when sections of the document may have changed. */
  readonly onchange: () => void;
}

/** The conversation with models about a workspace: the discussions, and the documents that the user has handed to models. */
export class Conversation {
  readonly attachments: Attachments;
  readonly discussions: Discussions;
  readonly exchanges: Exchanges;
  readonly turns: Turns;
  readonly compressions: Compressions;
  readonly #ports: ConversationPorts;
  readonly #parts: Parts;
  /** Ends when the discussions are loaded. */
  #discussed: Promise<unknown> = Promise.resolve();

  constructor(ports: ConversationPorts, parts: Parts) {
    this.#ports = ports;
    this.#parts = parts;
    const all = { ...ports, ...parts };
    this.attachments = new Attachments(all, parts.onchange);
    this.discussions = new Discussions(all);
    this.exchanges = new Exchanges({ ...all, discussions: this.discussions });
    this.turns = new Turns(all);
    this.compressions = new Compressions({
      ...{ ...all, discussions: this.discussions },
      limits: () => {
        const { compressMessages: messages, compressTokens: tokens } = ports.settings.data;
        return { messages, tokens };
      },
    });
  }

  async load(): Promise<void> {
    const { run } = this.#parts;
    this.#discussed = run.asMeasuring(() => this.#loadDiscussions());
    await Promise.all([this.#discussed, run.asMeasuring(() => this.turns.load())]);
  }

  /** Begins an import of conversations. */
  startImport(): ConversationImport {
    const { discussions, attachments } = this;
    return new ConversationImport({ ...this.#ports, discussions, attachments });
  }

  /** Records a document that the user has now. Its task is a question that an answer belongs to. */
  async handedOver(document: HandedDocument, by: HandedBy): Promise<void> {
    const turn = this.turns.record(document, by);
    void this.#parts.run.guarded(() => this.attachments.sent(document));
    await this.#discussed;
    if (hasTask(document)) this.exchanges.asked(document.task, turn, document.discussion);
  }

  /** Counts everything again after a change of encoding. */
  recount(): void {
    this.discussions.tokens.clear();
  }

  /** Resolves when all changes so far are stored or have failed. */
  async flush(): Promise<void> {
    await Promise.all([this.discussions.flush(), this.turns.flush()]);
  }

  /** The values that `flush` would store. */
  unstored(): ReturnType<Discussions['unstored']> {
    return this.discussions.unstored();
  }

  /** Stops everything and resolves when the last changes are stored or have failed. */
  async close(): Promise<void> {
    this.attachments.close();
    this.turns.close();
    const saving = Promise.all([this.discussions.close(), this.turns.flush()]);
    this.compressions.close();
    await saving;
  }

  async #loadDiscussions(): Promise<void> {
    await Promise.all([this.attachments.load(), this.discussions.load()]);
    const said = this.discussions.list.flatMap(({ now }) => textsIn(now));
    await this.attachments.collect([...said, this.#parts.composition.options.task]);
  }
}

import { textsIn } from '../../core/conversation/discussion';
import type { HandedBy } from '../../core/document/turn';
import { Baselines } from '../conversation/baselines.svelte';
import { Attachments } from '../attachments/attachments.svelte';
import { ConversationImport } from '../conversation/conversationImport.svelte';
import { Discussions } from '../conversation/discussions.svelte';
import { Exchanges } from '../conversation/exchanges.svelte';
import { hasTask, Turns, type HandedDocument } from '../conversation/turns.svelte';
import type { Notify } from '../notify';
import type { AppPorts } from '../ports/appPorts';
import type { Clock } from '../ports/clock';
import type { ConversationReader } from '../ports/conversations';
import type { PageWindow, PageReader } from '../ports/pages';
import type { AttachmentStore, Storage } from '../ports/storage';
import type { Tabs } from '../ports/tabs';
import type { Lifetime } from '../lifetime';
import { FileBatches } from '../fileBatches/fileBatches.svelte';
import type { SettingsData } from '../storage/settings.svelte';
import { Compressions } from '../summaries/compressions.svelte';
import type { SummaryTools } from '../summaries/summaryWays';
import { TaskUrls } from '../urls/taskUrls.svelte';
import type { CompositionGroup } from './composition';
import type { FolderGroup } from './folder';

export interface ConversationPorts extends SummaryTools {
  readonly storage: Storage;
  readonly attachmentStore: AttachmentStore;
  readonly startReader: () => ConversationReader;
  readonly pageWindow: PageWindow;
  readonly pageReader: PageReader;
  readonly fileWriter: AppPorts['fileWriter'];
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly settings: { readonly data: Pick<SettingsData, 'compressMessages' | 'compressTokens'> };
}

/** The conversation with models about a workspace: the discussions, and the documents that the user has handed to models. */
export class Conversation {
  readonly attachments: Attachments;
  readonly urls: TaskUrls;
  readonly discussions: Discussions;
  readonly exchanges: Exchanges;
  readonly turns: Turns;
  readonly baselines: Baselines;
  readonly compressions: Compressions;
  /** Undefined if the folder can't be written. */
  readonly batches: FileBatches | undefined;
  readonly #ports: ConversationPorts;
  readonly #run: FolderGroup['run'];
  readonly #refresh: () => Promise<void>;
  readonly #composition: CompositionGroup['composition'];
  /** Ends when the discussions are loaded. */
  #discussed: Promise<unknown> = Promise.resolve();

  constructor(
    folder: FolderGroup,
    { composition }: CompositionGroup,
    ports: ConversationPorts,
    lifetime: Lifetime,
  ) {
    this.#ports = ports;
    this.#run = folder.run;
    this.#refresh = () => folder.reading.refresh();
    this.#composition = composition;
    const all = { ...ports, id: folder.id, engine: folder.engine, composition };
    this.attachments = new Attachments(all);
    this.urls = new TaskUrls(all);
    this.discussions = new Discussions(all);
    this.exchanges = new Exchanges({ ...all, discussions: this.discussions });
    this.turns = new Turns(all);
    this.exchanges.moved.subscribe(({ from, to }) => this.turns.move(from, to));
    this.baselines = new Baselines({ composition, turns: this.turns });
    this.compressions = new Compressions({
      ...{ ...all, discussions: this.discussions },
      limits: () => {
        const { compressMessages: messages, compressTokens: tokens } = ports.settings.data;
        return { messages, tokens };
      },
    });
    const opened = folder.folder;
    if (opened.kind === 'handle')
      this.batches = new FileBatches({ ...all, writer: ports.fileWriter(opened.handle) });
    const stopWatching = this.batches?.watch();
    folder.reading.outdated.subscribe(() => this.discussions.tokens.clear());
    lifetime.add({
      open: () => this.#load(),
      flush: async () => {
        await Promise.all([this.discussions.flush(), this.turns.flush(), this.urls.flush()]);
      },
      unstored: () => this.discussions.unstored(),
      close: () => {
        stopWatching?.();
        return this.#close();
      },
    });
  }

  /** Begins an import of conversations. */
  startImport(): ConversationImport {
    const { discussions, attachments } = this;
    return new ConversationImport({ ...this.#ports, discussions, attachments });
  }

  /** Resolves when the discussions are loaded, or could not be. */
  async loaded(): Promise<void> {
    await this.#discussed;
  }

  /** Records a document that the user has now. Its task is a question that an answer belongs to. */
  async handedOver(document: HandedDocument, by: HandedBy): Promise<void> {
    void this.#run.guarded(() => this.attachments.sent(document));
    await this.#discussed;
    const turn = this.turns.newId();
    const discussion = hasTask(document)
      ? this.exchanges.asked(document.task, turn, document.discussion)
      : document.discussion;
    await this.turns.record(turn, document, by, discussion);
  }

  /**
   * Closes the open exchange without a trace: files that its answer has changed become as they were. Resolves to whether it is closed.
   * Call inside a click.
   */
  async discardExchange(): Promise<boolean> {
    const { notify } = this.#ports;
    const id = this.exchanges.open?.id;
    if (id === undefined) return false;
    await this.batches?.load();
    const batches = this.batches?.of(id) ?? [];
    for (const batch of batches) {
      const result = await this.batches?.undo(batch.id);
      if (result?.kind === 'done') continue;
      notify({
        kind: 'error',
        text: 'The answer stays, because not all of its files could be undone. See the Reply tab.',
      });
      return false;
    }
    if (batches.length > 0) void this.#run.guarded(() => this.#refresh());
    return this.exchanges.discard(id) === undefined;
  }

  async #load(): Promise<void> {
    this.#discussed = this.#run.asMeasuring(() => this.#loadDiscussions());
    await Promise.all([
      this.#discussed,
      this.#run.asMeasuring(() => this.turns.load()),
      this.#run.asMeasuring(() => this.urls.load()),
      this.#run.asMeasuring(async () => this.batches?.load()),
    ]);
  }

  async #close(): Promise<void> {
    this.attachments.close();
    this.urls.close();
    this.turns.close();
    const saving = Promise.all([this.discussions.close(), this.turns.flush(), this.urls.flush()]);
    this.compressions.close();
    await saving;
  }

  async #loadDiscussions(): Promise<void> {
    await Promise.all([this.attachments.load(), this.discussions.load()]);
    const said = this.discussions.list.flatMap(({ now }) => textsIn(now));
    const { task, screenshots, documents } = this.#composition.options;
    const added = [...screenshots, ...documents].map(({ source }) => source);
    await this.attachments.collect([...said, task, ...added]);
  }
}

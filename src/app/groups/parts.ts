import type { Lifetime } from '../lifetime';
import type { WorkspaceFault } from '../ports/engine';
import { CompositionGroup, type CompositionGroupOptions } from './composition';
import { Conversation, type ConversationPorts } from './conversation';
import { DocumentGroup, type DocumentGroupOptions } from './document';
import { FolderGroup, type FolderOptions } from './folder';
import { toolsOf, type ToolPorts, type Tools } from './tools.svelte';

export type PartsOptions = FolderOptions &
  CompositionGroupOptions &
  ConversationPorts &
  DocumentGroupOptions &
  ToolPorts;

/** The parts of an open folder, group by group. Each group knows only those before it. */
export class Parts {
  readonly id: string;
  readonly folder: FolderGroup['folder'];
  readonly run: FolderGroup['run'];
  readonly changes: FolderGroup['changes'];
  readonly tree: FolderGroup['tree'];
  readonly reading: FolderGroup['reading'];
  readonly git: FolderGroup['git'];
  readonly composition: CompositionGroup['composition'];
  readonly choices: CompositionGroup['choices'];
  readonly gone: CompositionGroup['gone'];
  readonly recent: CompositionGroup['recent'];
  readonly view: CompositionGroup['view'];
  readonly conversation: Conversation;
  readonly summaries: DocumentGroup['summaries'];
  readonly views: DocumentGroup['views'];
  readonly document: DocumentGroup['document'];
  readonly output: DocumentGroup['output'];
  readonly secrets: DocumentGroup['secrets'];
  readonly secretWatch: DocumentGroup['secretWatch'];
  readonly stability: DocumentGroup['stability'];
  readonly changesMeasure: DocumentGroup['changesMeasure'];
  protected readonly folderGroup: FolderGroup;
  protected readonly made: DocumentGroup;
  readonly #tools: Tools;

  constructor(options: PartsOptions, lifetime: Lifetime) {
    const folder = new FolderGroup(options, lifetime);
    ({ id: this.id, folder: this.folder, run: this.run } = folder);
    ({ changes: this.changes, tree: this.tree, reading: this.reading, git: this.git } = folder);

    const chosen = new CompositionGroup(folder, options, lifetime, () => this.likely.order);
    ({ composition: this.composition, choices: this.choices, gone: this.gone } = chosen);
    ({ recent: this.recent, view: this.view } = chosen);

    const conversation = new Conversation(folder, chosen, options, lifetime);
    this.conversation = conversation;

    const made = new DocumentGroup(folder, chosen, conversation, options, lifetime);
    ({ summaries: this.summaries, views: this.views, document: this.document, output: this.output } = made);
    ({ changesMeasure: this.changesMeasure, secrets: this.secrets, stability: this.stability } = made);
    this.secretWatch = made.secretWatch;

    this.#tools = toolsOf({ ...options, folder, chosen, conversation, made });
    this.folderGroup = folder;
    this.made = made;
    // Last, because a tree that was sorted by likelihood needs a tool.
    if (options.state !== undefined) this.view.restore(options.state.view);
  }

  get name(): string {
    return this.folder.name;
  }

  /** Rises when something about the files changed: at once for a change by the user, else at most once a frame. */
  get revision(): number {
    return this.changes.revision;
  }

  get busy(): boolean {
    return this.run.busy;
  }

  get fault(): WorkspaceFault | undefined {
    return this.run.fault;
  }

  get symbols(): ReturnType<Tools['symbols']> {
    return this.#tools.symbols();
  }

  get references(): ReturnType<Tools['references']> {
    return this.#tools.references();
  }

  get likely(): ReturnType<Tools['likely']> {
    return this.#tools.likely();
  }

  get fileSearch(): ReturnType<Tools['fileSearch']> {
    return this.#tools.fileSearch();
  }

  get reply(): ReturnType<Tools['reply']> {
    return this.#tools.reply();
  }

  get documents(): ReturnType<Tools['documents']> {
    return this.#tools.documents();
  }

  get issues(): ReturnType<Tools['issues']> {
    return this.#tools.issues();
  }

  get screenshots(): ReturnType<Tools['screenshots']> {
    return this.#tools.screenshots();
  }

  get slices(): ReturnType<Tools['slices']> {
    return this.#tools.slices();
  }

  get prompt(): ReturnType<Tools['prompt']> {
    return this.#tools.prompt();
  }

  get forecast(): ReturnType<Tools['forecast']> {
    return this.#tools.forecast();
  }

  get documentParts(): ReturnType<Tools['documentParts']> {
    return this.#tools.documentParts();
  }

  get fitted(): ReturnType<Tools['fitted']> {
    return this.#tools.fitted();
  }
}

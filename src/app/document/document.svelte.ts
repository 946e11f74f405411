import { SvelteSet } from 'svelte/reactivity';
import { pathInSymbolKey, symbolKey } from '../../core/document/block';
import type { EngineNews, PrintedBlock } from '../../core/document/bodyRequest';
import { bySection } from '../../core/document/layouts/bySection';
import { leadsOf, measurePlan, partOf, planDocument, type DocumentPart } from '../../core/document/plan';
import { askedTexts } from '../../core/document/sections/task';
import type { SectionId } from '../../core/document/sections/registry';
import type { MapBefore, ReferringText, SectionInput } from '../../core/document/sections/section';
import { filesHeading } from '../../core/items/effectiveView';
import { isFocus } from '../../core/items/focus';
import { WORKER } from '../../core/summaries/agentTier';
import { modelById, type Model } from '../../core/tokens/models';
import type { Composition } from '../composition/composition.svelte';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { Engine } from '../ports/engine';
import type { Layers } from '../../core/tiers/layers';
import type { Attachments } from '../attachments/attachments.svelte';
import type { Baselines } from '../conversation/baselines.svelte';
import type { Discussions } from '../conversation/discussions.svelte';
import type { TaskUrls } from '../urls/taskUrls.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { FileBatches } from '../fileBatches/fileBatches.svelte';
import type { SettingsData } from '../storage/settings.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import type { DocumentBlock } from './documentBlock';
import type { FileViews } from './fileViews';
import { FileBlocks } from './fileBlocks';
import { cacheTargetOf, layersAfter, type Arrangement, type Arranging } from './layering';
import { FolderPairs } from './folderPairs.svelte';
import { LeadTokens } from './leadTokens.svelte';
import { makePlan, type Planned } from './makePlan';
import { planSums, type PlanSums, type SectionTotals } from './planSums';
import { TextBlocks, type SectionBlocks, type Selection } from './textBlocks.svelte';

interface Parts {
  readonly engine: Engine;
  readonly folder: { readonly name: string };
  readonly settings: { readonly data: Pick<SettingsData, 'globalInstructions' | 'modelId'> };
  /** The project's file. */
  readonly project: { readonly usesBeads: boolean };
  readonly changes: FileChanges;
  readonly tree: FileTree;
  readonly reading: Pick<FolderReading, 'listed' | 'recount' | 'recounting' | 'textsChanged'>;
  readonly composition: Composition;
  readonly conversation: {
    readonly attachments: Attachments;
    readonly urls: Pick<TaskUrls, 'read'>;
    readonly batches?: Pick<FileBatches, 'writtenSince'> | undefined;
    readonly baselines: Baselines;
    readonly discussions: Discussions;
  };
  readonly views: FileViews;
}

export interface DocumentTotals {
  readonly tokens: number;
  readonly exact: boolean;
  readonly files: number;
  /** Files whose block is measured. */
  readonly measured: number;
  readonly sections: readonly SectionTotals[];
}

/** The document as it would be copied now: its plan and totals. The texts stay in the engine. */
export class DocumentModel {
  readonly leads: LeadTokens;
  readonly #texts: TextBlocks;
  readonly #parts: Parts;
  readonly #composition: Composition;
  readonly #fileBlocks: FileBlocks;
  readonly #filesHeading = $derived.by(() => filesHeading(this.#composition.options));
  readonly #layoutName = $derived.by(() => this.#composition.options.layout);
  readonly #layers = $derived.by(() => this.#parts.conversation.baselines.layers);
  readonly #target = $derived.by(() => cacheTargetOf(this.#composition.options, this.model));
  readonly #arranging = $derived.by(() => this.#makeArranging());
  readonly #mapBefore = $derived.by(() => mapBeforeOf(this.#parts.conversation.baselines));
  /** The turn after which the user asked for the current form of all blocks of the symbol map. */
  #renewed = $state.raw<string | undefined>();
  /** Read for the first turn of the classic tiers. */
  readonly #pairs: FolderPairs;
  #old: Planned | undefined;
  /** The counts of leads under way. */
  readonly #counts = new SvelteSet<Promise<void>>();
  readonly #planned: Planned = $derived.by(() => this.#plan());

  /** The plan. */
  readonly blocks: readonly DocumentBlock[] = $derived.by(() => this.#planned.blocks);
  #oldSums: PlanSums | undefined;
  readonly #sums: PlanSums = $derived.by(() => (this.#oldSums = planSums(this.blocks, this.#oldSums)));
  readonly totals: DocumentTotals = $derived.by(() => this.#makeTotals());
  /** The tokens that the chosen order adds to the same blocks by section: those of repeated headings. */
  readonly layoutTokens: number = $derived.by(() => this.#makeLayoutTokens());

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#composition = parts.composition;
    this.#fileBlocks = new FileBlocks(parts);
    this.#pairs = new FolderPairs(parts);
    this.leads = new LeadTokens(parts.engine);
    this.#texts = new TextBlocks(parts.engine, () => this.sectionInput);
    parts.changes.files.subscribe((paths) => this.#fileBlocks.change(paths));
    parts.reading.recount.subscribe(() => this.#recount());
  }

  /** Everything that the text sections are made from. */
  get sectionInput(): SectionInput {
    const { options, paths, notIncluded } = this.#composition;
    const { conversation, folder, project, settings, views } = this.#parts;
    const { attachments, discussions, urls } = conversation;
    return {
      ...{ options, paths, notIncluded },
      messages: discussions.seen,
      workspaceMessage: discussions.current?.now.workspaceMessage ?? '',
      readUrls: urls.read,
      projectUsesBeads: project.usesBeads,
      mapBefore: this.#mapBefore,
      shownInFull: () => paths.filter((path) => views.viewOf(path)?.mode === 'full'),
      attachedTo: attachments.attachedTo,
      attachment: (name) => (attachments.isLoaded ? attachments.named(name) : undefined),
      folder: folder.name,
      globalInstructions: settings.data.globalInstructions,
      writtenOf: (path) => views.viewAs(path, { mode: 'summary' }).written,
    };
  }

  /** The texts in these blocks that may refer to attachments. */
  referringTexts(blocks: readonly DocumentBlock[]): readonly ReferringText[] {
    const sections = new Set(blocks.map(({ section }) => section));
    return [
      ...(sections.has('discussion') ? this.#parts.conversation.discussions.seen : []),
      ...(sections.has('task') ? askedTexts(this.sectionInput) : []),
    ];
  }

  /** Rebuilds all file blocks. */
  allFilesChanged(): void {
    this.#fileBlocks.changeAll();
  }

  /** Whether the worker role shows no file in full because no file is marked as focus. */
  get lacksFocus(): boolean {
    const { agentTier, strategy } = this.#composition.options;
    if (agentTier !== WORKER || strategy === 'full') return false;
    const files = this.blocks.map(({ source }) => source).filter((source) => source.kind === 'file');
    if (files.length === 0 || this.#composition.markedItems.some(isFocus)) return false;
    return files.every(({ view }) => view.mode !== 'full');
  }

  search(query: string, limit: number): ReturnType<Engine['search']> {
    const sources = this.blocks.map(({ source }) => source);
    return this.#parts.engine.search(sources, query, limit);
  }

  /** True while a section's text or a lead is being measured, or links between files are being read. */
  get pending(): boolean {
    return this.#texts.pending || this.#counts.size > 0 || this.#lacksPairs;
  }

  /** The model that the document is for. */
  get model(): Model {
    return modelById(this.#composition.options.modelId ?? this.#parts.settings.data.modelId);
  }

  /** How the blocks are arranged. */
  get arrangement(): Arrangement {
    return this.#planned.arrangement;
  }

  /** The input of the arrangement. */
  get arranging(): Arranging {
    return this.#arranging;
  }

  /** The layers that the next document builds on. */
  get layers(): Layers {
    return this.#layers;
  }

  /** The blocks of a part. The document must have such a part. */
  partOf(part: DocumentPart): readonly DocumentBlock[] {
    return partOf(this.blocks, part, this.arrangement.layout);
  }

  /** Whether the document has a part that stays the same between turns. */
  get hasStaticPart(): boolean {
    return this.arrangement.layout.isStatic !== undefined;
  }

  /** The layers that handing over the document leaves. */
  get layersAfter(): Layers {
    return layersAfter(
      this.#arranging,
      this.arrangement,
      this.blocks.map(({ key }) => key),
    );
  }

  /** The folders that the symbol map has aliases for, or has had. */
  get aliases(): readonly string[] | undefined {
    return this.#texts.aliases ?? this.#mapBefore.aliases;
  }

  /** The number of blocks of the symbol map that are printed in their earlier form, with old line numbers and references. */
  get olderBlocks(): number {
    return this.blocks.filter(({ isOlder }) => isOlder).length;
  }

  /** Prints those blocks in their current form. */
  renewBlocks(): void {
    this.#renewed = this.#parts.conversation.baselines.turn?.id;
  }

  /** Updates sections and leads after the composition or the last turn changed. Rejects if one of them fails. */
  async sync(): Promise<void> {
    await this.#parts.conversation.baselines.load();
    await Promise.all([this.#withLeads(this.#texts.sync()), this.#readPairs()]);
  }

  /** Updates the sections after the engine learned something. */
  async follow(news: EngineNews): Promise<void> {
    await Promise.all([
      this.#withLeads(this.#texts.follow(news)),
      ...(news === 'read' ? [this.#readPairs()] : []),
    ]);
  }

  /** Counts everything again after a change of encoding. */
  async #recount(): Promise<void> {
    this.leads.clear();
    this.allFilesChanged();
    await this.#withLeads(this.#texts.recount());
  }

  /** Resolves when the plan has all changes so far, and all its leads are counted. Tries again what has failed before. */
  async settled(): Promise<void> {
    if (this.#needsPairs) await this.#pairs.retry();
    do {
      await this.sync();
      // Without waiting for the counts of other calls, this loop would never let the page receive them.
      await Promise.all([this.#texts.settled(), ...this.#counts]);
    } while (this.pending || this.#texts.hasFailed);
  }

  /** Measures the text sections as if these options and files were selected. */
  textsWith(options: Partial<CompositionOptions>, selection?: Selection): Promise<SectionBlocks> {
    return this.#texts.blocksWith(options, selection);
  }

  /** The tokens of a text section, with its heading, under these options. */
  async sectionTokensWith(section: SectionId, options: Partial<CompositionOptions>): Promise<number> {
    const texts = await this.textsWith(options);
    const blocks = planDocument(texts.get(section) ?? [], this.arrangement.layout);
    const leads = leadsOf(blocks);
    await this.leads.count(leads);
    const ofLeads = [...leads].reduce((sum, lead) => sum + (this.leads.tokens.get(lead) ?? 0), 0);
    return blocks.reduce((sum, { tokens }) => sum + tokens, ofLeads);
  }

  /** Counts the leads at once, and again when the sections have their blocks. */
  async #withLeads(sections: Promise<void>): Promise<void> {
    try {
      await Promise.all([sections, this.#countLeads()]);
    } finally {
      await this.#countLeads();
    }
  }

  async #countLeads(): Promise<void> {
    const { leads } = this.#sums;
    if (this.leads.areCounted(leads)) return;
    const count = this.leads.count(leads).finally(() => this.#counts.delete(count));
    this.#counts.add(count);
    await count;
  }

  /** The first turn of the classic tiers keeps files together that use each other. */
  get #needsPairs(): boolean {
    const { name, layers } = this.#arranging;
    return name === 'classic' && layers.tracker.items.length === 0;
  }

  get #lacksPairs(): boolean {
    return this.#needsPairs && this.#pairs.isUnread;
  }

  async #readPairs(): Promise<void> {
    // They are read again for the next first turn.
    if (this.#layers.tracker.items.length > 0) this.#pairs.forget();
    if (this.#needsPairs) await this.#pairs.read();
  }

  /** Keys of the files that applied replies have written since the last turn. */
  get #touched(): ReadonlySet<string> {
    const { baselines, batches } = this.#parts.conversation;
    const time = baselines.current?.turn.time;
    const paths = time === undefined ? [] : (batches?.writtenSince(time) ?? []);
    return new Set(paths.flatMap((path) => [`file:${path}`, symbolKey(path)]));
  }

  #makeArranging(): Arranging {
    return {
      ...{ name: this.#layoutName, filesHeading: this.#filesHeading, layers: this.#layers },
      options: {
        target: this.#target,
        ...(this.#pairs.list && { references: this.#pairs.list }),
        touched: this.#touched,
      },
    };
  }

  #plan(): Planned {
    void this.#parts.changes.revision;
    const files = this.#fileBlocks.update(this.#composition.paths);
    const made = {
      ...{ files, texts: this.#texts.blocks, arranging: this.#arranging, leadTokens: this.leads.tokens },
      isRenewed: this.#renewed !== undefined && this.#renewed === this.#parts.conversation.baselines.turn?.id,
    };
    return (this.#old = makePlan(made, this.#old));
  }

  #makeLayoutTokens(): number {
    if (this.#layoutName === 'sections') return 0;
    const plan = planDocument(this.blocks, bySection(this.#filesHeading));
    const tokens = (lead: string) => this.leads.tokens.get(lead) ?? 0;
    return this.totals.tokens - measurePlan(plan, { body: (block) => block, lead: tokens }).tokens;
  }

  #makeTotals(): DocumentTotals {
    const { leads, tokens, files, measured, sections } = this.#sums;
    const isCounted = measured === files && this.leads.areCounted(leads);
    return {
      tokens,
      exact:
        isCounted &&
        !this.pending &&
        !this.#parts.conversation.baselines.pending &&
        !this.#texts.hasFailed &&
        !this.#parts.reading.recounting &&
        !this.#parts.changes.behind,
      ...{ files, measured, sections },
    };
  }
}

function mapBeforeOf({ current }: Baselines): MapBefore {
  if (current === undefined) return {};
  const { aliases, blocks, layers } = current;
  const printed = blocks.flatMap(({ key, hash }): readonly PrintedBlock[] => {
    const structure = layers.seen.get(key)?.hash;
    const path = pathInSymbolKey(key);
    return structure === undefined || path === undefined ? [] : [{ path, structure, body: hash }];
  });
  return { ...(aliases && { aliases }), ...(printed.length > 0 && { printed }) };
}

import type { EngineNews } from '../../core/document/bodyRequest';
import type { Layout } from '../../core/document/layout';
import { bySection } from '../../core/document/layouts/bySection';
import { leadsOf, measurePlan, planDocument, type BodyTokens } from '../../core/document/plan';
import { askedTexts } from '../../core/document/sections/task';
import type { SectionId } from '../../core/document/sections/registry';
import type { ReferringText, SectionInput } from '../../core/document/sections/section';
import type { RepoPath } from '../../core/files/repoPath';
import { filesHeading } from '../../core/items/effectiveView';
import { isFocus } from '../../core/items/focus';
import { WORKER } from '../../core/summaries/agentTier';
import type { Composition } from '../composition/composition.svelte';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { Engine } from '../ports';
import type { DocumentBlock, DocumentFacts } from './documentBlock';
import { FileBlocks, type FileBlock } from './fileBlocks';
import { LeadTokens } from './leadTokens.svelte';
import { TextBlocks, type Selection } from './textBlocks.svelte';

export interface DocumentTotals {
  readonly tokens: number;
  readonly exact: boolean;
  readonly files: number;
  /** Files whose block is measured. */
  readonly measured: number;
  readonly sections: readonly SectionTotals[];
}

interface SectionTotals {
  readonly section: SectionId;
  readonly tokens: number;
  readonly blocks: number;
}

/** A plan and everything it was made from. */
interface Planned {
  readonly files: readonly FileBlock[];
  readonly texts: ReadonlyMap<SectionId, DocumentBlock>;
  readonly layout: Layout;
  readonly leadTokens: ReadonlyMap<string, number>;
  readonly blocks: readonly DocumentBlock[];
}

/** The document as it would be copied now: its plan and totals. The texts stay in the engine. */
export class DocumentModel {
  readonly leads: LeadTokens;
  readonly #texts: TextBlocks;
  readonly #facts: DocumentFacts;
  readonly #engine: Engine;
  readonly #composition: Composition;
  readonly #fileBlocks: FileBlocks;
  readonly #filesHeading = $derived.by(() => filesHeading(this.#composition.options));
  readonly #layout = $derived(bySection(this.#filesHeading));
  #planned: Planned | undefined;
  #counting = $state(0);

  /** The plan. */
  readonly blocks: readonly DocumentBlock[] = $derived.by(() => this.#plan());
  readonly totals: DocumentTotals = $derived.by(() => this.#makeTotals());

  constructor(engine: Engine, composition: Composition, facts: DocumentFacts) {
    this.#engine = engine;
    this.#composition = composition;
    this.#facts = facts;
    this.#fileBlocks = new FileBlocks(facts);
    this.leads = new LeadTokens(engine);
    this.#texts = new TextBlocks(engine, () => this.sectionInput);
  }

  /** Everything that the text sections are made from. */
  get sectionInput(): SectionInput {
    const { options, paths, notIncluded } = this.#composition;
    return {
      ...{ options, paths, notIncluded },
      messages: this.#facts.messages(),
      workspaceMessage: this.#facts.workspaceMessage(),
      shownInFull: () => paths.filter((path) => this.#facts.viewOf(path)?.mode === 'full'),
      attachedTo: this.#facts.attachedTo,
      ...this.#facts.prompt(),
    };
  }

  /** The texts in these blocks that may refer to attachments. */
  referringTexts(blocks: readonly DocumentBlock[]): readonly ReferringText[] {
    const sections = new Set(blocks.map(({ section }) => section));
    return [
      ...(sections.has('discussion') ? this.#facts.messages() : []),
      ...(sections.has('task') ? askedTexts(this.sectionInput) : []),
    ];
  }

  filesChanged(paths: Iterable<RepoPath>): void {
    this.#fileBlocks.change(paths);
  }

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
    return this.#engine.search(sources, query, limit);
  }

  /** True while a section's text or a lead is being measured. */
  get pending(): boolean {
    return this.#texts.pending || this.#counting > 0;
  }

  /** Updates sections and leads after the composition changed. Rejects if one of them fails. */
  async sync(): Promise<void> {
    await Promise.all([this.#texts.sync(), this.#countLeads()]);
  }

  /** Updates the sections after the engine learned something. */
  async follow(news: EngineNews): Promise<void> {
    await this.#texts.follow(news);
  }

  /** Counts everything again after a change of encoding. */
  async recount(): Promise<void> {
    this.leads.clear();
    this.allFilesChanged();
    await Promise.all([this.#texts.recount(), this.#countLeads()]);
  }

  /** Resolves when the plan has all changes so far, and all its leads are counted. */
  async settled(): Promise<void> {
    await this.#texts.settled();
    await this.#countLeads();
  }

  /** Measures the text sections as if these options and files were selected. */
  textsWith(
    options: Partial<CompositionOptions>,
    selection?: Selection,
  ): Promise<ReadonlyMap<SectionId, BodyTokens | undefined>> {
    return this.#texts.tokensWith(options, selection);
  }

  async #countLeads(): Promise<void> {
    this.#counting += 1;
    try {
      await this.leads.count(leadsOf(this.blocks));
    } finally {
      this.#counting -= 1;
    }
  }

  #plan(): readonly DocumentBlock[] {
    this.#facts.revision();
    const files = this.#fileBlocks.update(this.#composition.paths);
    const made = { files, texts: this.#texts.blocks, layout: this.#layout, leadTokens: this.leads.tokens };
    const old = this.#planned;
    if (old !== undefined && isSame(made, old)) return old.blocks;
    const blocks = planDocument<DocumentBlock>([...made.texts.values(), ...files], made.layout).map(
      (block) => (block.lead === '' ? block : { ...block, leadTokens: made.leadTokens.get(block.lead) ?? 0 }),
    );
    // A text has one number, here and in the list of sections. A file keeps the one that the tree shows.
    const last = blocks.at(-1);
    if (last !== undefined && last.source.kind !== 'file')
      blocks[blocks.length - 1] = { ...last, tokens: last.tokensAsLast };
    this.#planned = { ...made, blocks };
    return blocks;
  }

  #makeTotals(): DocumentTotals {
    const { blocks } = this;
    const totals = measurePlan(blocks, {
      body: (block) => block,
      lead: (lead) => this.leads.tokens.get(lead) ?? 0,
    });
    const sections = new Map<SectionId, SectionTotals>();
    let files = 0;
    let measured = 0;
    for (const [index, { section, source, exact }] of blocks.entries()) {
      const sum = sections.get(section) ?? { section, tokens: 0, blocks: 0 };
      const tokens = sum.tokens + (totals.blocks[index] ?? 0);
      sections.set(section, { section, tokens, blocks: sum.blocks + 1 });
      if (source.kind !== 'file') continue;
      files += 1;
      if (exact) measured += 1;
    }
    const isCounted = measured === files && this.leads.areCounted(leadsOf(blocks));
    return {
      tokens: totals.tokens,
      exact: isCounted && !this.pending && !this.#facts.unsettled(),
      ...{ files, measured, sections: [...sections.values()] },
    };
  }
}

function isSame(one: Omit<Planned, 'blocks'>, other: Planned): boolean {
  return (
    one.files === other.files &&
    one.texts === other.texts &&
    one.layout === other.layout &&
    one.leadTokens === other.leadTokens
  );
}

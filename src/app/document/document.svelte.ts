import { coalesce } from '../../core/async/coalesce';
import type { BlockMeasure, BlockRef } from '../../core/compose/block';
import type { MeasuredBlock } from '../../core/compose/document';
import {
  SECTION_HEADING,
  SECTION_ORDER,
  type FilesHeading,
  type SectionId,
} from '../../core/compose/sections';
import type { RepoPath } from '../../core/files/repoPath';
import { filesHeading } from '../../core/items/effectiveView';
import type { Composition, CompositionOptions } from '../composition/composition.svelte';
import type { DocumentBlock, FileFacts } from './documentBlock';
import { bodyLines, FileBlocks, type FileBlock } from './fileBlocks';
import type { Engine, FilesHeadingTokens, SectionSource } from '../ports';

export interface DocumentTotals {
  readonly tokens: number;
  readonly exact: boolean;
  readonly files: number;
  /** Of the files, those whose size as they stand is known. */
  readonly measured: number;
  readonly sections: readonly {
    readonly section: SectionId;
    readonly tokens: number;
    readonly blocks: number;
  }[];
}

type Sections = ReadonlyMap<SectionId, { readonly measure: BlockMeasure; readonly version: number }>;

interface Lead {
  readonly heading: FilesHeading;
  readonly tokens: number;
}

interface Made {
  readonly files: readonly FileBlock[];
  readonly sections: Sections;
  readonly lead: Lead;
  readonly blocks: readonly DocumentBlock[];
}

type TextSection = SectionSource['section'];

/** The document as it would be copied now: its blocks, their sizes, its totals. Texts stay in the engine. */
export class DocumentModel {
  readonly #engine: Engine;
  readonly #composition: Composition;
  readonly #facts: FileFacts;
  readonly #updates = new Map<TextSection, () => Promise<void>>();
  readonly #refreshing = new Set<Promise<void>>();
  readonly #fileBlocks: FileBlocks;
  /** What the blocks were last made of, and the blocks. */
  #made: Made | undefined;
  #sections = $state.raw<Sections>(new Map());
  #headingTokens = $state.raw<FilesHeadingTokens | undefined>();
  #pending = $state(0);

  readonly blocks: readonly DocumentBlock[] = $derived.by(() => this.#makeBlocks());
  readonly totals: DocumentTotals = $derived.by(() => this.#makeTotals());

  constructor(engine: Engine, composition: Composition, facts: FileFacts) {
    this.#engine = engine;
    this.#composition = composition;
    this.#facts = facts;
    this.#fileBlocks = new FileBlocks(facts);
  }

  /** Call it whenever what is known of ticked files, or how they stand in the document, has changed. */
  filesChanged(paths: Iterable<RepoPath>): void {
    this.#fileBlocks.change(paths);
  }

  allFilesChanged(): void {
    this.#fileBlocks.changeAll();
  }

  /** True while a section's text, or a heading, is on its way to the engine and back. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  get refs(): readonly BlockRef[] {
    return this.blocks.map((block) => block.ref);
  }

  /** What the files stand under. */
  get heading(): FilesHeading {
    return filesHeading(this.#composition.options);
  }

  /** 0 until it has been counted. */
  headingTokens(heading: FilesHeading): number {
    return this.#headingTokens?.[heading] ?? 0;
  }

  /** The texts of a section that these options give. */
  instructionsOf({ instructions, systemPrompt }: CompositionOptions): readonly string[] {
    return [instructions, systemPrompt];
  }

  /** The document's blocks as they would measure with these files and instructions. */
  measuredWith(
    files: readonly MeasuredBlock[],
    instructions: BlockMeasure | undefined,
  ): readonly MeasuredBlock[] {
    return SECTION_ORDER.flatMap((section): readonly MeasuredBlock[] => {
      if (section === 'files') return files;
      const measure = section === 'instructions' ? instructions : this.#sections.get(section)?.measure;
      return measure === undefined ? [] : [{ ref: { kind: 'section', section }, measure }];
    });
  }

  /** Sends a section's text to the engine; call it whenever what the section shows has changed. */
  refreshSection(section: TextSection): Promise<void> {
    const refreshing = this.#refreshSection(section).finally(() => this.#refreshing.delete(refreshing));
    this.#refreshing.add(refreshing);
    return refreshing;
  }

  /** Resolves when the sections changed so far are among the blocks; rejects when one of them cannot be made. */
  async settled(): Promise<void> {
    await Promise.all(this.#refreshing);
  }

  /** After a change of encoding every count is another. */
  async recount(): Promise<void> {
    this.#pending += 1;
    try {
      this.#headingTokens = await this.#engine.filesHeadingTokens();
      this.allFilesChanged();
      await Promise.all(
        (['instructions', 'fileTree', 'task'] as const).map((section) => this.refreshSection(section)),
      );
    } finally {
      this.#pending -= 1;
    }
  }

  async #refreshSection(section: TextSection): Promise<void> {
    const update = this.#updates.get(section) ?? coalesce(() => this.#updateSection(section));
    this.#updates.set(section, update);
    this.#pending += 1;
    try {
      await update();
    } finally {
      this.#pending -= 1;
    }
  }

  async #updateSection(section: TextSection): Promise<void> {
    const source = this.#source(section);
    const measure = source === undefined ? await this.#clear(section) : await this.#engine.setSection(source);
    this.#setMeasure(section, measure);
  }

  #source(section: TextSection): SectionSource | undefined {
    const options = this.#composition.options;
    if (section === 'instructions') return { section, texts: this.instructionsOf(options) };
    if (section === 'task') return { section, texts: [options.task] };
    if (options.fileTree === 'off') return undefined;
    const except = new Set(this.#composition.notIncluded);
    const paths = this.#composition.paths.filter((path) => !except.has(path));
    const figuresOf = options.fileTreeFigures ? paths : [];
    if (options.fileTree === 'all') return { section, scope: 'all', except, figuresOf };
    return { section, scope: 'selected', paths, figuresOf };
  }

  async #clear(section: TextSection): Promise<undefined> {
    await this.#engine.clearSection(section);
  }

  #setMeasure(section: SectionId, measure: BlockMeasure | undefined): void {
    const sections = new Map(this.#sections);
    const version = (sections.get(section)?.version ?? 0) + 1;
    if (measure === undefined) sections.delete(section);
    else sections.set(section, { measure, version });
    this.#sections = sections;
  }

  #makeBlocks(): readonly DocumentBlock[] {
    this.#facts.revision();
    const files = this.#fileBlocks.update(this.#composition.paths);
    const sections = this.#sections;
    const { heading } = this;
    const lead = { heading, tokens: this.headingTokens(heading) };
    const old = this.#made;
    const isSame = files === old?.files && sections === old.sections && lead.heading === old.lead.heading;
    if (isSame && lead.tokens === old.lead.tokens) return old.blocks;
    const blocks = SECTION_ORDER.flatMap((section): readonly DocumentBlock[] => {
      const known = sections.get(section);
      if (known !== undefined) return [sectionBlock(section, known.measure, known.version)];
      return section === 'files' ? withLead(files, lead) : [];
    });
    this.#made = { files, sections, lead, blocks };
    return blocks;
  }

  /** The change in tokens because the last block ends with a line feed instead of a separator. */
  #endTokens(): number {
    const ref = this.blocks.at(-1)?.ref;
    if (ref === undefined) return 0;
    const measure = ref.kind === 'file' ? this.#fileMeasure(ref) : this.#sections.get(ref.section)?.measure;
    return measure === undefined ? 0 : measure.tokensAsLast - measure.tokens;
  }

  #fileMeasure({ path, view }: FileBlock['ref']): BlockMeasure | undefined {
    const content = this.#facts.contentOf(path);
    return content && this.#facts.measureOf(path, content, view);
  }

  #makeTotals(): DocumentTotals {
    const sections: { section: SectionId; tokens: number; blocks: number }[] = [];
    const fileSum = { section: 'files' as const, tokens: 0, blocks: 0 };
    let tokens = 0;
    let measured = 0;
    let exact = !this.pending && !this.#facts.unsettled() && this.#headingTokens !== undefined;
    for (const block of this.blocks) {
      tokens += block.tokens + block.leadTokens;
      exact &&= block.exact;
      if (block.ref.kind === 'section') {
        sections.push({ section: block.ref.section, tokens: block.tokens, blocks: 1 });
        continue;
      }
      if (fileSum.blocks === 0) sections.push(fileSum);
      fileSum.tokens += block.tokens + block.leadTokens;
      fileSum.blocks += 1;
      if (block.exact) measured += 1;
    }
    const end = this.#endTokens();
    tokens += end;
    const last = sections.at(-1);
    if (last !== undefined) last.tokens += end;
    return { tokens, exact, files: fileSum.blocks, measured, sections };
  }
}

/** The first file stands below the heading of them all. */
function withLead(files: readonly FileBlock[], { heading, tokens }: Lead): readonly DocumentBlock[] {
  const [first] = files;
  if (first === undefined) return files;
  return files.with(0, { ...first, lead: heading, leadTokens: tokens });
}

function sectionBlock(section: SectionId, measure: BlockMeasure, version: number): DocumentBlock {
  return {
    key: `section:${section}`,
    version: String(version),
    ref: { kind: 'section', section },
    title: SECTION_HEADING[section].replace(/^#+ /, ''),
    lead: '',
    leadTokens: 0,
    lines: bodyLines(measure),
    tokens: measure.tokens,
    exact: true,
  };
}

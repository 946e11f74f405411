import { viewKey, type BlockMeasure, type BlockRef, type ViewRequest } from '../core/compose/block';
import { SECTION_HEADING, SECTION_ORDER, type SectionId } from '../core/compose/sections';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import type { Composition } from './composition.svelte';
import type { Engine, SectionSource } from './ports';

/** The size of a file, in tokens, is guessed at this many bytes a token until it is counted. */
const BYTES_A_TOKEN = 4;

/** Body lines of a file block around the file's own: heading, blank line, both fence lines. */
const LINES_AROUND_FILE = 4;

/** One block of the document as the screen needs it. */
export interface DocumentBlock {
  readonly key: string;
  /** Changes whenever the block's text does. */
  readonly version: string;
  readonly ref: BlockRef;
  readonly title: string;
  /** The section's heading, where this block is the first of a section that holds several. */
  readonly lead: string;
  /** Lines of the body, the separator not included. */
  readonly lines: number;
  readonly tokens: number;
  /** False while `tokens` is an estimate. */
  readonly exact: boolean;
}

export interface DocumentTotals {
  readonly tokens: number;
  readonly exact: boolean;
  readonly files: number;
  readonly sections: readonly {
    readonly section: SectionId;
    readonly tokens: number;
    readonly blocks: number;
  }[];
}

/** What is known of the files, by the workspace. */
export interface FileFacts {
  /** Rises with every change of what is known; reading it makes a derived value follow. */
  revision(): number;
  /** True while all that is known is counted anew, in another encoding. */
  recounting(): boolean;
  contentOf(path: RepoPath): FileContent | undefined;
  /** In bytes. */
  sizeOf(path: RepoPath): number | undefined;
  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined;
  /** What the view of a content measures, once that is known. */
  measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined;
}

type TextSection = SectionSource['section'];

/** The document as it would be copied now: its blocks, their sizes, its totals. Texts stay in the engine. */
export class DocumentModel {
  readonly #engine: Engine;
  readonly #composition: Composition;
  readonly #facts: FileFacts;
  readonly #latest = new Map<TextSection, LatestCall>();
  readonly #refreshing = new Set<Promise<void>>();
  readonly #fileBlocks = new Map<RepoPath, CachedBlock>();
  #sections = $state.raw<
    ReadonlyMap<SectionId, { readonly measure: BlockMeasure; readonly version: number }>
  >(new Map());
  #filesHeadingTokens = $state(0);
  #pending = $state(0);

  readonly blocks: readonly DocumentBlock[] = $derived.by(() => this.#makeBlocks());
  readonly totals: DocumentTotals = $derived.by(() => this.#makeTotals());

  constructor(engine: Engine, composition: Composition, facts: FileFacts) {
    this.#engine = engine;
    this.#composition = composition;
    this.#facts = facts;
  }

  /** True while a section's text is on its way to the engine and back. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  get refs(): readonly BlockRef[] {
    return this.blocks.map((block) => block.ref);
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
    this.#filesHeadingTokens = await this.#engine.filesHeadingTokens();
    this.#fileBlocks.clear();
    await Promise.all(
      (['instructions', 'fileTree', 'task'] as const).map((section) => this.refreshSection(section)),
    );
  }

  async #refreshSection(section: TextSection): Promise<void> {
    const latest = this.#latest.get(section) ?? new LatestCall();
    this.#latest.set(section, latest);
    this.#pending += 1;
    try {
      await latest.run(async () => {
        const source = this.#source(section);
        const measure =
          source === undefined ? await this.#clear(section) : await this.#engine.setSection(source);
        this.#setMeasure(section, measure);
      });
    } finally {
      this.#pending -= 1;
    }
  }

  #source(section: TextSection): SectionSource | undefined {
    const options = this.#composition.options;
    if (section !== 'fileTree') return { section, text: options[section] };
    if (options.fileTree === 'off') return undefined;
    if (options.fileTree === 'all') return { section, scope: 'all' };
    return { section, scope: 'selected', paths: [...this.#composition.paths] };
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
    const blocks: DocumentBlock[] = [];
    for (const section of SECTION_ORDER) {
      if (section === 'files') {
        for (const path of this.#composition.paths) {
          const view = this.#facts.viewOf(path);
          if (view !== undefined) blocks.push(this.#fileBlock(path, view, blocks.at(-1)));
        }
        continue;
      }
      const known = this.#sections.get(section);
      if (known !== undefined) blocks.push(sectionBlock(section, known.measure, known.version));
    }
    return asDocument(blocks, this.#lastTokens(blocks));
  }

  #fileBlock(path: RepoPath, view: ViewRequest, previous: DocumentBlock | undefined): DocumentBlock {
    const content = this.#facts.contentOf(path);
    const measure = content && this.#facts.measureOf(path, content, view);
    const lead = previous?.ref.kind === 'file' ? '' : SECTION_HEADING.files;
    const key = viewKey(view);
    const cached = this.#fileBlocks.get(path);
    const isCurrent = cached?.content === content && cached?.measure === measure && cached?.viewKey === key;
    if (cached !== undefined && isCurrent && cached.block.lead === lead) return cached.block;
    const sized = { content, measure, size: this.#facts.sizeOf(path) };
    const block = makeFileBlock(path, view, sized, lead, this.#filesHeadingTokens);
    this.#fileBlocks.set(path, { content, measure, viewKey: key, block });
    return block;
  }

  /** The last block ends with one line feed instead of a separator, which is another number of tokens. */
  #lastTokens(blocks: readonly DocumentBlock[]): number | undefined {
    const last = blocks.at(-1);
    if (last === undefined) return undefined;
    const measure =
      last.ref.kind === 'section'
        ? this.#sections.get(last.ref.section)?.measure
        : this.#fileBlocks.get(last.ref.path)?.measure;
    if (measure === undefined) return undefined;
    return measure.tokensAsLast + (last.lead === '' ? 0 : this.#filesHeadingTokens);
  }

  #makeTotals(): DocumentTotals {
    const sections = new Map<SectionId, { section: SectionId; tokens: number; blocks: number }>();
    let tokens = 0;
    let exact = !this.pending && !this.#facts.recounting();
    let files = 0;
    for (const block of this.blocks) {
      const section = block.ref.kind === 'file' ? 'files' : block.ref.section;
      const sum = sections.get(section) ?? { section, tokens: 0, blocks: 0 };
      sum.tokens += block.tokens;
      sum.blocks += 1;
      sections.set(section, sum);
      tokens += block.tokens;
      exact &&= block.exact;
      if (block.ref.kind === 'file') files += 1;
    }
    return { tokens, exact, files, sections: [...sections.values()] };
  }
}

interface CachedBlock {
  readonly content: FileContent | undefined;
  readonly measure: BlockMeasure | undefined;
  readonly viewKey: string;
  readonly block: DocumentBlock;
}

interface SizedFile {
  readonly content: FileContent | undefined;
  readonly measure: BlockMeasure | undefined;
  /** In bytes. */
  readonly size: number | undefined;
}

function makeFileBlock(
  path: RepoPath,
  view: ViewRequest,
  { content, measure, size }: SizedFile,
  lead: string,
  headingTokens: number,
): DocumentBlock {
  const leadTokens = lead === '' ? 0 : headingTokens;
  const common = { key: `file:${path}`, ref: { kind: 'file', path, view } as const, title: path, lead };
  if (content === undefined || measure === undefined) {
    const guess = content?.block.tokens ?? Math.ceil((size ?? 0) / BYTES_A_TOKEN);
    return {
      ...common,
      version: 'unknown',
      lines: LINES_AROUND_FILE,
      tokens: guess + leadTokens,
      exact: false,
    };
  }
  return {
    ...common,
    version: `${versionOf(content, size)} ${viewKey(view)}`,
    lines: bodyLines(measure),
    tokens: measure.tokens + leadTokens,
    exact: content.kind !== 'unread',
  };
}

/** What a file without a text shows is made of its reason and its size. */
function versionOf(content: FileContent, size: number | undefined): string {
  switch (content.kind) {
    case 'text':
      return content.hash;
    case 'missing':
      return content.kind;
    case 'binary':
    case 'failed':
    case 'unread':
      return `${content.kind} ${size ?? 0} ${content.reason}`;
  }
}

function sectionBlock(section: SectionId, measure: BlockMeasure, version: number): DocumentBlock {
  return {
    key: `section:${section}`,
    version: String(version),
    ref: { kind: 'section', section },
    title: SECTION_HEADING[section].replace(/^#+ /, ''),
    lead: '',
    lines: bodyLines(measure),
    tokens: measure.tokens,
    exact: true,
  };
}

/** The separator holds four line feeds; the body's last line has none of its own. */
function bodyLines(measure: BlockMeasure): number {
  return measure.lines - 3;
}

function asDocument(blocks: DocumentBlock[], lastTokens: number | undefined): readonly DocumentBlock[] {
  const last = blocks.at(-1);
  if (last !== undefined && lastTokens !== undefined)
    blocks[blocks.length - 1] = { ...last, tokens: lastTokens };
  return blocks;
}

/** Runs a call; while one is under way, only the newest of those asked meanwhile runs after it. */
class LatestCall {
  #running: Promise<void> | undefined;
  #next: (() => Promise<void>) | undefined;

  async run(call: () => Promise<void>): Promise<void> {
    this.#next = call;
    while (this.#next !== undefined) {
      if (this.#running !== undefined) {
        await this.#running;
        continue;
      }
      const next = this.#next;
      this.#next = undefined;
      this.#running = next().finally(() => {
        this.#running = undefined;
      });
      await this.#running;
    }
  }
}

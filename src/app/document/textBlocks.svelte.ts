import { coalesce } from '../../core/async/coalesce';
import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import { textBlock } from '../../core/document/block';
import {
  isSameRequest,
  isStaleAfter,
  type BodyRequest,
  type EngineNews,
} from '../../core/document/bodyRequest';
import type { BodyTokens } from '../../core/document/plan';
import { SECTIONS, sectionById, type SectionId } from '../../core/document/sections/registry';
import type { SectionInput } from '../../core/document/sections/section';
import type { Engine } from '../ports';
import { bodyLines, type DocumentBlock } from './documentBlock';

type TextEngine = Pick<Engine, 'setText' | 'clearText' | 'measureText'>;

/** The part of the composition that concerns files. */
export type Selection = Pick<SectionInput, 'paths' | 'shownInFull'>;

/** The blocks of sections that are a single text. The engine renders and keeps the texts; this class keeps measures. */
export class TextBlocks {
  readonly #engine: TextEngine;
  readonly #input: () => SectionInput;
  /** The latest request sent for each section; a section without an entry must be sent. */
  readonly #sent = new Map<SectionId, BodyRequest | undefined>();
  readonly #updates = new Map<SectionId, () => Promise<void>>();
  readonly #sending = new Set<Promise<void>>();
  #blocks = $state.raw<ReadonlyMap<SectionId, DocumentBlock>>(new Map());
  /** The latest hypothetical text requested for each section, with its result. */
  readonly #others = new Map<
    SectionId,
    { readonly request: BodyRequest; readonly tokens: Promise<BodyTokens | undefined> }
  >();
  #pending = $state(0);
  #version = 0;

  constructor(engine: TextEngine, input: () => SectionInput) {
    this.#engine = engine;
    this.#input = input;
  }

  /** By section; a new map whenever a block changes. */
  get blocks(): ReadonlyMap<SectionId, DocumentBlock> {
    return this.#blocks;
  }

  /** True while a text is being measured. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  /** Sends the sections whose request changed. Rejects if one of them fails. */
  async sync(): Promise<void> {
    const input = this.#input();
    const changed = TEXT_SECTIONS.filter(
      (id) => !this.#sent.has(id) || !isSameRequest(this.#sent.get(id), requestOf(id, input)),
    );
    await Promise.all(changed.map((id) => this.#send(id)));
  }

  /** Sends the sections whose text may depend on this news. */
  async follow(news: EngineNews): Promise<void> {
    this.#others.clear();
    for (const [id, request] of this.#sent)
      if (request !== undefined && isStaleAfter(request, news)) this.#sent.delete(id);
    await this.sync();
  }

  /** Sends all sections after the encoding changed. */
  async recount(): Promise<void> {
    this.#others.clear();
    this.#sent.clear();
    await this.sync();
  }

  /** Resolves when all sections sent so far are measured. Rejects if one of them fails. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /** Measures the sections as if these options and files were selected. */
  async tokensWith(
    options: Partial<SectionInput['options']>,
    selection: Partial<Selection> = {},
  ): Promise<ReadonlyMap<SectionId, BodyTokens | undefined>> {
    const input = this.#input();
    const changed = {
      ...input,
      options: { ...input.options, ...options },
      ...selection,
    };
    const tokensOf = async (id: SectionId): Promise<BodyTokens | undefined> => {
      const request = requestOf(id, changed);
      if (isSameRequest(request, requestOf(id, input))) return this.#blocks.get(id);
      return request && this.#otherTokens(id, request);
    };
    const measured = TEXT_SECTIONS.map(async (id) => [id, await tokensOf(id)] as const);
    return new Map(await Promise.all(measured));
  }

  async #otherTokens(id: SectionId, request: BodyRequest): Promise<BodyTokens | undefined> {
    const last = this.#others.get(id);
    if (last !== undefined && isSameRequest(last.request, request)) return last.tokens;
    const tokens = this.#engine.measureText(request);
    this.#others.set(id, { request, tokens });
    try {
      return await tokens;
    } catch (error) {
      this.#others.delete(id);
      throw error;
    }
  }

  #send(id: SectionId): Promise<void> {
    const sending = this.#sendLatest(id).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  async #sendLatest(id: SectionId): Promise<void> {
    const update = this.#updates.get(id) ?? coalesce(() => this.#update(id));
    this.#updates.set(id, update);
    this.#sent.set(id, requestOf(id, this.#input()));
    this.#pending += 1;
    try {
      await update();
    } catch (error) {
      this.#sent.delete(id);
      throw error;
    } finally {
      this.#pending -= 1;
    }
  }

  async #update(id: SectionId): Promise<void> {
    const request = requestOf(id, this.#input());
    this.#set(id, request === undefined ? await this.#clear(id) : await this.#engine.setText(id, request));
  }

  async #clear(id: SectionId): Promise<undefined> {
    await this.#engine.clearText(id);
  }

  #set(id: SectionId, measure: BlockMeasure | undefined): void {
    const blocks = new Map(this.#blocks);
    if (measure === undefined) blocks.delete(id);
    else blocks.set(id, makeBlock(id, measure, (this.#version += 1)));
    this.#blocks = blocks;
  }
}

const TEXT_SECTIONS: readonly SectionId[] = SECTIONS.flatMap(({ id, body }) =>
  body === undefined ? [] : id,
);

function requestOf(id: SectionId, input: SectionInput): BodyRequest | undefined {
  return sectionById(id).body?.(input);
}

function makeBlock(id: SectionId, measure: BlockMeasure, version: number): DocumentBlock {
  return {
    ...textBlock(id),
    version: String(version),
    title: sectionById(id).title,
    leadTokens: 0,
    lines: bodyLines(measure),
    tokens: measure.tokens,
    tokensAsLast: measure.tokensAsLast,
    exact: true,
  };
}

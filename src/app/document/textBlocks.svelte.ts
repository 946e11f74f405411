import { coalesce } from '../../core/async/coalesce';
import { pathInSymbolKey, printedKey, textBlock } from '../../core/document/block';
import {
  isSameRequest,
  isStaleAfter,
  type BodyRequest,
  type EngineNews,
} from '../../core/document/bodyRequest';
import type { MeasuredBlock } from '../../core/document/plan';
import { SECTIONS, sectionById, type SectionId } from '../../core/document/sections/registry';
import type { SectionInput } from '../../core/document/sections/section';
import type { Engine, MapItem, MeasuredText } from '../ports/engine';
import { bodyLines, type DocumentBlock } from './documentBlock';

type TextEngine = Pick<Engine, 'setSection' | 'measureSection'>;

/** The part of the composition that concerns files. */
export type Selection = Pick<SectionInput, 'paths' | 'shownInFull'>;

/** The blocks of each section of the document; a section without blocks may be absent. */
export type SectionBlocks = ReadonlyMap<SectionId, readonly MeasuredBlock[]>;

/** The blocks of text sections. The engine renders and keeps the texts; this class keeps measures. */
export class TextBlocks {
  readonly #engine: TextEngine;
  readonly #input: () => SectionInput;
  /** The latest request sent for each section; a section without an entry must be sent. */
  readonly #sent = new Map<SectionId, BodyRequest | undefined>();
  readonly #updates = new Map<SectionId, () => Promise<void>>();
  readonly #sending = new Set<Promise<void>>();
  #blocks = $state.raw<ReadonlyMap<SectionId, readonly DocumentBlock[]>>(new Map());
  #aliases = $state.raw<readonly string[] | undefined>();
  /** The latest hypothetical texts requested for each section, with their result. */
  readonly #others = new Map<
    SectionId,
    { readonly request: BodyRequest; readonly blocks: Promise<readonly MeasuredBlock[]> }
  >();
  #pending = $state(0);
  #failed = $state.raw<ReadonlySet<SectionId>>(new Set());

  constructor(engine: TextEngine, input: () => SectionInput) {
    this.#engine = engine;
    this.#input = input;
  }

  /** By section; a new map whenever a block changes. */
  get blocks(): ReadonlyMap<SectionId, readonly DocumentBlock[]> {
    return this.#blocks;
  }

  /** The folders that the symbol map has aliases for; undefined if its files are no blocks of their own. */
  get aliases(): readonly string[] | undefined {
    return this.#aliases;
  }

  /** True while a text is being measured. */
  get pending(): boolean {
    return this.#pending > 0;
  }

  /** Whether a section's blocks are older than its request, because it could not be rendered or measured. */
  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  /** Sends the sections whose request changed, or that failed. Rejects if one of them fails. */
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
  async blocksWith(
    options: Partial<SectionInput['options']>,
    selection: Partial<Selection> = {},
  ): Promise<SectionBlocks> {
    const input = this.#input();
    const changed = {
      ...input,
      options: { ...input.options, ...options },
      ...selection,
    };
    const blocksOf = async (id: SectionId): Promise<readonly MeasuredBlock[]> => {
      const request = requestOf(id, changed);
      if (isSameRequest(request, requestOf(id, input))) return this.#blocks.get(id) ?? [];
      return request === undefined ? [] : this.#otherBlocks(id, request);
    };
    const measured = TEXT_SECTIONS.map(async (id) => [id, await blocksOf(id)] as const);
    return new Map(await Promise.all(measured));
  }

  async #otherBlocks(id: SectionId, request: BodyRequest): Promise<readonly MeasuredBlock[]> {
    const last = this.#others.get(id);
    if (last !== undefined && isSameRequest(last.request, request)) return last.blocks;
    const blocks = this.#engine
      .measureSection(id, request)
      .then((texts) => texts.map(({ key, measure }) => ({ ...textBlock(id, key), ...measure })));
    this.#others.set(id, { request, blocks });
    try {
      return await blocks;
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
      if (this.#failed.has(id)) this.#failed = new Set([...this.#failed].filter((other) => other !== id));
    } catch (error) {
      this.#sent.delete(id);
      this.#failed = new Set(this.#failed).add(id);
      throw error;
    } finally {
      this.#pending -= 1;
    }
  }

  async #update(id: SectionId): Promise<void> {
    const texts = await this.#engine.setSection(id, requestOf(id, this.#input()));
    if (id === 'symbolMap') this.#aliases = texts[0]?.aliases;
    this.#blocks = new Map(this.#blocks).set(
      id,
      texts.map((text) => makeBlock(id, text)),
    );
  }
}

const TEXT_SECTIONS: readonly SectionId[] = SECTIONS.flatMap(({ id, body }) =>
  body === undefined ? [] : id,
);

function requestOf(id: SectionId, input: SectionInput): BodyRequest | undefined {
  return sectionById(id).body?.(input);
}

function makeBlock(id: SectionId, text: MeasuredText): DocumentBlock {
  const { key, title, hash, document, image, items, printed, lacksEarlierForm } = text;
  const path = pathInSymbolKey(key);
  return {
    ...textBlock(id, key),
    ...{ hash, title: title ?? sectionById(id).title, leadTokens: 0, exact: true },
    ...formOf(text),
    ...(image && { image }),
    ...(items && { parts: asPrinted(items, text.measure.tokens) }),
    ...(lacksEarlierForm && { lacksEarlierForm }),
    ...(document && { document }),
    ...(printed &&
      path !== undefined && {
        printed: { ...formOf(printed), source: { kind: 'text', key: printedKey(path) } },
      }),
  };
}

/** The parts of a map are measured without the aliases that it has, so they may seem to have more tokens than all of it. */
function asPrinted(items: readonly MapItem[], most: number): readonly MapItem[] {
  const sum = items.reduce((total, { tokens }) => total + tokens, 0);
  if (sum <= most) return items;
  return items.map((item) => ({ ...item, tokens: Math.floor((item.tokens * most) / sum) }));
}

function formOf({ version, measure }: Pick<MeasuredText, 'version' | 'measure'>) {
  return {
    version: String(version),
    lines: bodyLines(measure),
    tokens: measure.tokens,
    tokensAsLast: measure.tokensAsLast,
  };
}

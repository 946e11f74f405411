import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { joinedBodies, type MeasuredBlock } from '../../core/document/plan';
import { isSameList } from '../../core/sameLists';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { DocumentModel } from '../document/document.svelte';
import type { References } from '../references/references';
import type { SectionBlocks } from '../document/textBlocks.svelte';
import type { FitResult } from './fitResult';

/** The document's texts without the files that a proposal may show. */
export interface BaseTexts {
  /** The files that the document keeps. */
  readonly kept: ListedFiles;
  readonly texts: SectionBlocks;
  /** Estimated tokens that each further file adds to the texts. */
  readonly perFile: number;
  /** True if the texts don't depend on the files. */
  readonly isFixed: boolean;
}

/** The files that texts may list: all selected ones, and those shown in full. */
export type ListedFiles = Pick<FitResult, 'paths' | 'inFull'>;

interface OwnTexts extends ListedFiles {
  readonly names: boolean;
  readonly texts: SectionBlocks;
}

/** The text sections of a proposed document. Some list the selected files, so they depend on the proposal. */
export class FitTexts {
  readonly #document: Pick<DocumentModel, 'textsWith'>;
  readonly #references: Pick<References, 'mapTokens'>;
  readonly #mapTokens = new Map<RepoPath, number>();
  readonly #joined = new WeakMap<readonly MeasuredBlock[], readonly MeasuredBlock[]>();
  #base = $state.raw<readonly [plain: BaseTexts, named: BaseTexts]>([NO_TEXTS, NO_TEXTS]);
  #own = $state.raw<OwnTexts | undefined>();

  constructor(document: Pick<DocumentModel, 'textsWith'>, references: Pick<References, 'mapTokens'>) {
    this.#document = document;
    this.#references = references;
  }

  /** `names`: the document names all files in the folder. */
  base(names: boolean): BaseTexts {
    return this.#base[names ? 1 : 0];
  }

  /** The texts for these files; undefined unless they are the last ones measured, or all files have the same texts. */
  of(files: ListedFiles, names: boolean): SectionBlocks | undefined {
    const own = this.#own;
    if (own?.names === names && areSame(own, files)) return own.texts;
    const { texts, isFixed } = this.base(names);
    return isFixed ? texts : undefined;
  }

  /** Measures the texts for the kept files, and estimates how much the others add. */
  async start(kept: ListedFiles, others: readonly RepoPath[], signal: AbortSignal): Promise<void> {
    const all = [...kept.paths, ...others];
    const base = async (names: boolean): Promise<BaseTexts> => {
      const texts = await this.#with(kept, names);
      const most = await this.#with({ paths: all, inFull: [...kept.inFull, ...others] }, names);
      const short = await this.#with({ paths: all, inFull: kept.inFull }, names);
      const growth = Math.max(0, ...[most, short].map((other) => tokensIn(other) - tokensIn(texts)));
      return {
        ...{ kept, texts, perFile: growth / Math.max(1, others.length) },
        isFixed: [most, short].every((other) =>
          [...texts].every(([id, blocks]) => isSameList(blocks, other.get(id) ?? [])),
        ),
      };
    };
    const [plain, named] = [await base(false), await base(true)];
    signal.throwIfAborted();
    this.#base = [plain, named];
    this.#own = undefined;
    this.#mapTokens.clear();
  }

  /** Measures the texts for these files. */
  async measure(files: ListedFiles, names: boolean): Promise<void> {
    this.keep(files, names, await this.#with(files, names));
  }

  /** The texts for these files, measured if necessary; `keep` makes them the last ones measured. */
  async measured(files: ListedFiles, names: boolean): Promise<SectionBlocks> {
    return this.of(files, names) ?? (await this.#with(files, names));
  }

  keep(files: ListedFiles, names: boolean, texts: SectionBlocks): void {
    this.#own = { paths: files.paths, inFull: files.inFull, names, texts };
  }

  /** Tokens of the files' blocks in a symbol map. */
  async mapTokens(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, number>> {
    const unknown = paths.filter((path) => !this.#mapTokens.has(path));
    if (unknown.length > 0)
      for (const [path, tokens] of await this.#references.mapTokens(unknown))
        this.#mapTokens.set(path, tokens);
    return this.#mapTokens;
  }

  async #with({ paths, inFull }: ListedFiles, names: boolean): Promise<SectionBlocks> {
    const texts = await this.#document.textsWith(optionsWith(names), {
      paths: paths.toSorted(compareRepoPaths),
      shownInFull: () => inFull.toSorted(compareRepoPaths),
    });
    return new Map(Array.from(texts, ([section, blocks]) => [section, this.#joinedTexts(blocks)] as const));
  }

  /** The blocks as one, because a proposal measures the document many times. */
  #joinedTexts(blocks: readonly MeasuredBlock[]): readonly MeasuredBlock[] {
    const [first] = blocks;
    if (first === undefined || blocks.length === 1) return blocks;
    const joined = this.#joined.get(blocks) ?? [{ ...first, ...joinedBodies(blocks) }];
    this.#joined.set(blocks, joined);
    return joined;
  }
}

export function optionsWith(names: boolean): Partial<CompositionOptions> {
  return names ? { fileTree: 'all' } : {};
}

function tokensIn(texts: SectionBlocks): number {
  return [...texts.values()].flat().reduce((sum, { tokens }) => sum + tokens, 0);
}

export function areSame(one: ListedFiles, other: ListedFiles): boolean {
  return isSameList(one.paths, other.paths) && isSameList(one.inFull, other.inFull);
}

const NO_FILES: ListedFiles = { paths: [], inFull: [] };
const NO_TEXTS: BaseTexts = { kept: NO_FILES, texts: new Map(), perFile: 0, isFixed: true };

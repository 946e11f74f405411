import { fitterOf, type Fit } from '../../core/fit/fit';
import type { RepoPath } from '../../core/files/repoPath';
import type { SectionBlocks } from '../document/textBlocks.svelte';
import type { Candidate, MeasuredLevel, ShownFiles } from './candidates';
import { joinedFiles, measureDocument, type FitResult, type Headings } from './fitResult';
import { areSame, type BaseTexts, type FitTexts, type ListedFiles } from './fitTexts.svelte';
import type { KeptFiles } from './keptFiles';
import { raisedFit, type MeasuredFit } from './raisedFit';

/** The choices that decide which levels are the best. */
export interface SearchInputs {
  readonly files: readonly Candidate[];
  readonly kept: KeptFiles;
  /** In counted tokens. */
  readonly limit: number;
  readonly headings: Headings;
  /** True if the document names all files. */
  readonly names: boolean;
}

/** The levels found for the current inputs. */
export type FoundFit = Omit<FitResult, 'rows'> & {
  readonly shown: ShownFiles;
};

/** A fit that uses estimates for texts that depend on it. */
interface EstimatedFit {
  readonly shown: ShownFiles;
  readonly tokens: number;
  /** Tokens without any of the files. */
  readonly fixed: number;
  readonly limit: number;
}

/** Finds the level of each file, first by estimates, then with measured texts. */
export class FitSearch {
  readonly #inputs: SearchInputs;
  readonly #texts: FitTexts;
  /** Tokens that the texts take beyond the estimate. */
  #correction = $state(0);
  /** The steps that an estimate left out are added to it. */
  #raised = $state.raw<{ readonly from: EstimatedFit; readonly shown: ShownFiles } | undefined>();
  readonly #fitter = $derived.by(() => this.#makeFitter());
  readonly #estimated = $derived.by(() => this.#estimate());
  readonly found: FoundFit = $derived.by(() => this.#find());

  constructor(inputs: SearchInputs, texts: FitTexts) {
    this.#inputs = inputs;
    this.#texts = texts;
  }

  /** Starts from estimates again after a change of the inputs; the caller must then run `settle`. */
  reset(): void {
    this.#correction = 0;
    this.#raised = undefined;
  }

  /** Measures the texts for new files, and sorts all their steps, so that the first estimate blocks for less time. */
  async prepare(signal: AbortSignal): Promise<void> {
    this.reset();
    await this.#measureTexts(signal);
    void this.#fitter;
  }

  /** Corrects the estimate until the document fits, then uses the room that is left. */
  async settle(signal: AbortSignal): Promise<void> {
    for (let round = 0; !this.#isRaised; round += 1) {
      if (!areSame(this.#base.kept, this.#inputs.kept)) await this.#measureTexts(signal);
      const from = this.#estimated;
      const fit = await this.#measured(from.shown);
      if (signal.aborted) return;
      if (!isSameEstimate(from, this.#estimated)) {
        round = -1;
        continue;
      }
      this.#keep(fit);
      const error = fit.tokens - from.tokens;
      if (round === 0 && error !== 0) this.#correction = error;
      else if (fit.tokens <= from.limit || from.shown.size === 0) await this.#raise(from, fit, signal);
      else this.#correction = error + Math.floor((round * from.limit) / 100);
      if (signal.aborted) return;
    }
  }

  async #raise(from: EstimatedFit, fit: MeasuredFit, signal: AbortSignal): Promise<void> {
    const { files } = this.#inputs;
    const isStopped = () => signal.aborted || !isSameEstimate(from, this.#estimated);
    const raised = await raisedFit(fit, {
      ...{ files, limit: from.limit, perFile: this.#base.perFile, isStopped },
      measure: (shown) => this.#measured(shown),
      mapTokens: (paths) => this.#texts.mapTokens(paths),
    });
    if (isStopped()) return;
    this.#keep(raised);
    this.#raised = { from, shown: raised.shown };
  }

  #keep({ shown, texts }: MeasuredFit): void {
    const { kept, names } = this.#inputs;
    this.#texts.keep(listedWith(kept, shown), names, texts);
  }

  get #isRaised(): boolean {
    return this.#raised !== undefined && isSameEstimate(this.#raised.from, this.#estimated);
  }

  async #measured(shown: ShownFiles): Promise<MeasuredFit> {
    const { kept, names } = this.#inputs;
    const texts = await this.#texts.measured(listedWith(kept, shown), names);
    return { shown, texts, tokens: this.#measure(texts, shown) };
  }

  #measure(texts: SectionBlocks, shown: ShownFiles): number {
    const { kept, headings } = this.#inputs;
    const files = Array.from(shown, ([path, level]) => ({ path, ...level }));
    return measureDocument(texts, [kept.block, joinedFiles(files)], headings);
  }

  async #measureTexts(signal: AbortSignal): Promise<void> {
    const others = this.#inputs.files.map(({ path }) => path);
    await this.#texts.start(this.#inputs.kept, others, signal);
  }

  get #base(): BaseTexts {
    return this.#texts.base(this.#inputs.names);
  }

  #makeFitter(): (room: number) => ShownFiles {
    const { files } = this.#inputs;
    const added = Math.ceil(this.#base.perFile);
    const costs = files.map((file) => ({
      ...file,
      levels: file.levels.map(({ level, tokens }) => ({ level, tokens: tokens + added })),
    }));
    const byPath = new Map(files.map((file) => [file.path, file]));
    const fit = fitterOf(added === 0 ? files : costs);
    return (room) => withMeasures(fit(room), byPath);
  }

  #estimate(): EstimatedFit {
    const { texts, perFile } = this.#base;
    const { limit } = this.#inputs;
    const estimate = (shown: ShownFiles) => this.#measure(texts, shown) + Math.ceil(perFile * shown.size);
    const fixed = estimate(NONE);
    let room = limit - fixed - this.#correction;
    let shown = this.#fitter(room);
    let tokens = estimate(shown);
    // The heading above the files counts as soon as there is one file.
    while (tokens > limit - this.#correction && shown.size > 0) {
      room -= tokens - limit + this.#correction;
      shown = this.#fitter(room);
      tokens = estimate(shown);
    }
    return { shown, tokens, fixed, limit };
  }

  #find(): FoundFit {
    const { kept: known, isFixed } = this.#base;
    const { kept, names } = this.#inputs;
    const { fixed, limit, tokens, ...estimated } = this.#estimated;
    const isRaised = this.#isRaised;
    const shown = (isRaised ? this.#raised?.shown : undefined) ?? estimated.shown;
    const listed = listedWith(kept, shown);
    const texts = this.#texts.of(listed, names);
    const isMeasured = areSame(known, kept) && texts !== undefined;
    return {
      ...{ ...listed, shown, exact: isMeasured && (isFixed || isRaised) },
      tokens: texts === undefined ? tokens : this.#measure(texts, shown),
      excess: Math.max(0, fixed - limit),
    };
  }
}

function listedWith(kept: KeptFiles, shown: ShownFiles): ListedFiles {
  const full = [...shown.keys()].filter((path) => shown.get(path)?.level === 'full');
  return { paths: [...kept.paths, ...shown.keys()], inFull: [...kept.inFull, ...full] };
}

/** Takes the levels of the files; the costs in a fit also include shares of the texts. */
function withMeasures(fit: Fit, byPath: ReadonlyMap<RepoPath, Candidate>): ShownFiles {
  const shown = new Map<RepoPath, MeasuredLevel>();
  for (const [path, { level }] of fit) {
    const measured = byPath.get(path)?.levels.find((each) => each.level === level);
    if (measured !== undefined) shown.set(path, measured);
  }
  return shown;
}

function isSameEstimate(one: EstimatedFit, other: EstimatedFit): boolean {
  return (
    one.limit === other.limit &&
    one.fixed === other.fixed &&
    one.shown.size === other.shown.size &&
    [...one.shown].every(([path, level]) => other.shown.get(path) === level)
  );
}

const NONE: ShownFiles = new Map();

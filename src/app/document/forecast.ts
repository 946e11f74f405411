import type { BlockMeasure } from '../../core/compose/block';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import { documentTokens, type MeasuredBlock } from '../../core/compose/document';
import type { RepoPath } from '../../core/files/repoPath';
import { filesHeading } from '../../core/items/effectiveView';
import type { Composition, CompositionOptions } from '../composition/composition.svelte';
import { underChosen } from '../composition/ruleChoice';
import type { DocumentModel } from './document.svelte';
import type { FileViews } from './fileViews';
import type { Engine, ViewsWanted } from '../ports';

/** What the document would count. `tokens` is undefined while there is nothing to guess it by. */
export interface Outlook {
  readonly tokens: number | undefined;
  readonly exact: boolean;
}

interface Parts {
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly views: FileViews;
}

/** What other settings would make of the document's size, from the same measures that the document has. */
export class Forecast {
  readonly #engine: Engine;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#engine = engine;
    this.#parts = parts;
  }

  /**
   * Tells the outlook for each of the changes, in their order, at once and again as measures come in; resolves when
   * they are all known, or nobody waits for them any more.
   */
  async look(
    changes: readonly Partial<CompositionOptions>[],
    ontell: (outlooks: readonly Outlook[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { composition, views } = this.#parts;
    const instructions = await Promise.all(
      changes.map((change) => this.#instructionsOf({ ...composition.options, ...change })),
    );
    const wanted: Wanted = new Map();
    const tell = (asking?: Wanted) => {
      if (!signal.aborted)
        ontell(changes.map((change, at) => this.#outlook(change, instructions[at], asking)));
    };
    tell(wanted);
    let batches = 0;
    await views.measureBeside(viewsOf(wanted), signal, () => {
      batches += 1;
      // Each look goes through all files: at the 1st, 2nd, 4th, 8th batch, so that there are few of them.
      if (Number.isInteger(Math.log2(batches))) tell();
    });
    if (wanted.size > 0) tell();
  }

  #instructionsOf(options: CompositionOptions): Promise<BlockMeasure | undefined> {
    return this.#engine.measureSection({
      section: 'instructions',
      texts: this.#parts.document.instructionsOf(options),
    });
  }

  /** `asking` takes what has to be measured for it. */
  #outlook(
    change: Partial<CompositionOptions>,
    instructions: BlockMeasure | undefined,
    asking: Wanted | undefined,
  ): Outlook {
    const { composition, document, views } = this.#parts;
    const options = { ...composition.options, ...change };
    const files: MeasuredBlock[] = [];
    const full = { known: 0, unknown: 0 };
    let shown = 0;
    let isExact = !document.pending;
    for (const path of composition.paths) {
      const item = composition.item(path);
      const view = item && views.viewOfItem(underChosen(item, change), options);
      if (view === undefined) continue;
      const { measure, exact, known, fullTokens } = views.standing(path, view);
      isExact &&= exact;
      if (measure === undefined) {
        full.unknown += fullTokens;
        if (known && asking !== undefined) want(asking, path, view);
        continue;
      }
      files.push({ ref: { kind: 'file', path, view }, measure });
      if (view.mode === 'full') continue;
      full.known += fullTokens;
      shown += measure.tokens;
    }
    const blocks = document.measuredWith(files, instructions);
    const tokens = documentTokens(blocks, document.headingTokens(filesHeading(options)));
    if (full.unknown === 0) return { tokens, exact: isExact };
    // What is not measured yet is taken to shrink as what is.
    const guessed = full.known === 0 ? undefined : tokens + Math.round((full.unknown * shown) / full.known);
    return { tokens: guessed, exact: false };
  }
}

type Wanted = Map<RepoPath, Map<string, ViewRequest>>;

function want(wanted: Wanted, path: RepoPath, view: ViewRequest): void {
  const views = wanted.get(path) ?? new Map<string, ViewRequest>();
  wanted.set(path, views.set(viewKey(view), view));
}

function viewsOf(wanted: Wanted): readonly ViewsWanted[] {
  return Array.from(wanted, ([path, views]) => ({ path, views: [...views.values()] }));
}

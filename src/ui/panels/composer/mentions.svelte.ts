import { effectOf, suggestNames, type SelectEffect, type Suggestion } from '../../../app/files/suggestions';
import type { Workspace } from '../../../app/workspace.svelte';
import { latestWins } from '../../../core/async/latestWins';
import { mentionAt, type Mention } from './mentionAt';

/** Suggestions of each kind. */
const OFFERED = 6;

/** Suggestions for the `@` word at the caret. The list is open only while there are any. */
export class Mentions {
  readonly #workspace: Workspace;
  readonly #begin = latestWins();
  #mention = $state.raw<Mention | undefined>();
  #offered = $state.raw<readonly Suggestion[]>([]);
  #active = $state(0);
  #finding = Promise.resolve();
  /** The `@` whose list the user has closed. */
  #dismissed: number | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  get mention(): Mention | undefined {
    return this.#mention;
  }

  get offered(): readonly Suggestion[] {
    return this.#mention === undefined ? [] : this.#offered;
  }

  get open(): boolean {
    return this.offered.length > 0;
  }

  get active(): number {
    return this.#active;
  }

  effectOf(suggestion: Suggestion): SelectEffect {
    void this.#workspace.revision;
    return effectOf(suggestion, this.#workspace);
  }

  /** The user has typed. */
  typed(text: string, caret: number): void {
    const mention = mentionAt(text, caret);
    if (mention?.start !== this.#dismissed) this.#dismissed = undefined;
    if (mention === undefined || mention.start === this.#dismissed) return this.close();
    if (mention.start !== this.#mention?.start) this.#offered = [];
    this.#mention = mention;
    this.#active = 0;
    this.search();
  }

  /** The caret has moved. The list stays while the caret is where it was when the user typed. */
  moved(caret: number): void {
    const { start, query } = this.#mention ?? { start: -1, query: '' };
    if (caret !== start + 1 + query.length) this.close();
  }

  /** Searches again, because there may be more to find. */
  search(): void {
    if (this.#mention !== undefined) this.#finding = this.#find(this.#mention.query);
  }

  step(by: 1 | -1): void {
    const count = this.offered.length;
    if (count > 0) this.#active = (this.#active + by + count) % count;
  }

  point(index: number): void {
    this.#active = index;
  }

  /** The active suggestion for what is typed now; undefined if nothing matches it. */
  async settled(): Promise<Suggestion | undefined> {
    await this.#finding;
    return this.offered[this.#active];
  }

  close(): void {
    this.#begin();
    this.#mention = undefined;
    this.#offered = [];
  }

  /** Closes the list, and does not offer anything for this `@` again. */
  dismiss(): void {
    this.#dismissed = this.#mention?.start;
    this.close();
  }

  async #find(query: string): Promise<void> {
    const isLatest = this.#begin();
    await this.#workspace.run.guarded(async () => {
      const offered = await suggestNames(this.#workspace, query, OFFERED);
      if (offered === undefined || !isLatest()) return;
      const kept = this.#offered[this.#active];
      this.#offered = offered;
      // More symbols may come while the user has gone down the list.
      const at =
        kept === undefined || this.#active === 0 ? 0 : offered.findIndex((each) => isSame(each, kept));
      this.#active = Math.max(0, at);
    });
  }
}

function isSame(one: Suggestion, other: Suggestion): boolean {
  if (one.path !== other.path || one.kind !== other.kind) return false;
  return one.kind === 'file' || other.kind === 'file' || one.symbol.path === other.symbol.path;
}

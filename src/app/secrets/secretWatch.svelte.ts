import { coalesce } from '../../core/async/coalesce';
import type { DocumentBlock } from '../document/documentBlock';
import type { DocumentModel } from '../document/document.svelte';
import type { Clock } from '../ports/clock';
import type { Engine, FoundSecret } from '../ports/engine';
import type { SecretChoices } from './secretChoices.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'findSecrets'>;
  readonly document: Pick<DocumentModel, 'blocks' | 'totals'>;
  readonly secrets: Pick<SecretChoices, 'choiceOf' | 'isOff' | 'ready'>;
  readonly clock: Pick<Clock, 'after'>;
}

type SearchedBlock = Pick<DocumentBlock, 'key' | 'hash'>;

/** Blocks in one part of a search. Each is read again, so larger parts would delay what the user does next. */
const AT_ONCE = 128;

/** Milliseconds without a change of the document before more blocks are searched. */
const QUIET = 1_000;

/** Searches the document for secrets in the background, so that the user sees them before copying. */
export class SecretWatch {
  readonly #parts: Parts;
  readonly #followLatest = coalesce(() => this.#follow());
  /** The hashes of what the searched blocks showed, by key. */
  readonly #searched = new Map<string, string>();
  /** The secrets of the searched blocks that have any, by key. */
  #found = $state.raw<ReadonlyMap<string, readonly FoundSecret[]>>(new Map());
  /** How often the document has changed. */
  #changes = 0;
  /** The number of changes at the start of the last wait. */
  #quietAt = 0;

  /** In the order of the document. Those that stop nothing are missing. */
  readonly list: readonly FoundSecret[] = $derived.by(() => {
    if (this.#found.size === 0) return [];
    return this.#parts.document.blocks.flatMap(({ key }) =>
      (this.#found.get(key) ?? []).map((secret) => this.#withDecision(secret)),
    );
  });

  /** The number of different values. */
  readonly valueCount: number = $derived(countValues(this.list));
  /** The number of those that hold the document back until the user has decided. */
  readonly openCount: number = $derived(countValues(this.list.filter(({ decision }) => decision === 'open')));

  readonly #byBlock = $derived.by(() => Map.groupBy(this.list, ({ key }) => key));

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The secrets of a block; undefined for none. */
  in(key: string): readonly FoundSecret[] | undefined {
    return this.#byBlock.get(key);
  }

  /** Searches the blocks that are new or have changed. Call whenever the document has changed. */
  follow(): Promise<void> {
    this.#changes += 1;
    return this.#followLatest();
  }

  /** Records the result of a search of these blocks. */
  learn(blocks: readonly SearchedBlock[], secrets: readonly FoundSecret[]): void {
    const foundIn = Map.groupBy(
      secrets.filter(({ severity }) => severity === 'secret'),
      ({ key }) => key,
    );
    const found = new Map(this.#found);
    for (const { key, hash } of blocks) {
      this.#searched.set(key, hash);
      const here = foundIn.get(key);
      if (here === undefined) found.delete(key);
      else found.set(key, here);
    }
    if (found.size + this.#found.size > 0) this.#found = found;
  }

  #withDecision(secret: FoundSecret): FoundSecret {
    const { secrets } = this.#parts;
    const choice = secrets.choiceOf(secret.fingerprint);
    if (secrets.isOff) return { ...secret, decision: 'allowed' };
    if (choice === undefined) return { ...secret, decision: 'open' };
    return { ...secret, decision: choice === 'mask' ? 'masked' : 'allowed' };
  }

  async #follow(): Promise<void> {
    const { engine, secrets } = this.#parts;
    for (let blocks = await this.#next(); blocks.length > 0; blocks = await this.#next()) {
      await secrets.ready();
      const found = await engine.findSecrets(blocks).catch(() => undefined);
      if (found === undefined) return; // It is tried again with the next change, and copying always searches.
      this.learn(blocks, found);
    }
  }

  /** The next blocks to search. If there are many, waits until the document stays the same for a while. */
  async #next(): Promise<readonly DocumentBlock[]> {
    for (;;) {
      const next = this.#unsearched();
      if (next.length < AT_ONCE || this.#quietAt === this.#changes) return next;
      this.#quietAt = this.#changes;
      await new Promise<void>((resolve) => void this.#parts.clock.after(QUIET, resolve));
    }
  }

  /** At most as many as are searched at once. */
  #unsearched(): readonly DocumentBlock[] {
    const { blocks, totals } = this.#parts.document;
    if (!totals.exact) return [];
    const next: DocumentBlock[] = [];
    for (const block of blocks) {
      if (this.#searched.get(block.key) === block.hash) continue;
      next.push(block);
      if (next.length === AT_ONCE) break;
    }
    return next;
  }
}

function countValues(secrets: readonly FoundSecret[]): number {
  return new Set(secrets.map(({ fingerprint }) => fingerprint)).size;
}

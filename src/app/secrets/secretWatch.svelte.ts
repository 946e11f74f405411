import { coalesce } from '../../core/async/coalesce';
import type { DocumentBlock } from '../document/documentBlock';
import type { DocumentModel } from '../document/document.svelte';
import type { Engine, FoundSecret } from '../ports';
import type { SecretChoices } from './secretChoices.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'findSecrets'>;
  readonly document: Pick<DocumentModel, 'blocks' | 'totals'>;
  readonly secrets: Pick<SecretChoices, 'choiceOf' | 'isOff' | 'ready'>;
}

interface SearchedBlock {
  /** The hash of what the block showed. */
  readonly hash: string;
  readonly secrets: readonly FoundSecret[];
}

/** Searches the document for secrets in the background, so that the user sees them before copying. */
export class SecretWatch {
  readonly #parts: Parts;
  readonly #followLatest = coalesce(() => this.#follow());
  #searched = $state.raw<ReadonlyMap<string, SearchedBlock>>(new Map());

  /** In the order of the document. Those that stop nothing are missing. */
  readonly list: readonly FoundSecret[] = $derived.by(() => {
    const { document } = this.#parts;
    if (![...this.#searched.values()].some(({ secrets: { length } }) => length > 0)) return [];
    return document.blocks.flatMap(({ key }) =>
      (this.#searched.get(key)?.secrets ?? []).map((secret) => this.#withDecision(secret)),
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
    return this.#followLatest();
  }

  #withDecision(secret: FoundSecret): FoundSecret {
    const { secrets } = this.#parts;
    const choice = secrets.choiceOf(secret.fingerprint);
    if (secrets.isOff) return { ...secret, decision: 'allowed' };
    if (choice === undefined) return { ...secret, decision: 'open' };
    return { ...secret, decision: choice === 'mask' ? 'masked' : 'allowed' };
  }

  async #follow(): Promise<void> {
    const { document, engine, secrets } = this.#parts;
    const { blocks, totals } = document;
    if (!totals.exact) return;
    const isKnown = ({ key, hash }: DocumentBlock): boolean => this.#searched.get(key)?.hash === hash;
    const wanted = blocks.filter((block) => !isKnown(block));
    const isSame = wanted.length === 0 && blocks.length === this.#searched.size;
    if (isSame) return;
    await secrets.ready();
    const found = wanted.length === 0 ? [] : await engine.findSecrets(wanted).catch(() => undefined);
    if (found === undefined) return; // It is tried again with the next change, and copying always searches.
    const foundIn = Map.groupBy(
      found.filter(({ severity }) => severity === 'secret'),
      ({ key }) => key,
    );
    this.#searched = new Map(
      blocks.map((block) => {
        const { key, hash } = block;
        const before = isKnown(block) ? this.#searched.get(key) : undefined;
        return [key, before ?? { hash, secrets: foundIn.get(key) ?? [] }];
      }),
    );
  }
}

function countValues(secrets: readonly FoundSecret[]): number {
  return new Set(secrets.map(({ fingerprint }) => fingerprint)).size;
}

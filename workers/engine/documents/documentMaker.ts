import { sha256 } from 'hash-wasm';
import type { PartLimits } from '../../../src/core/parts/chatProfile';
import type { SplitDocument } from '../../../src/core/parts/part';
import type { BlockStore } from '../../caches/blockStore';
import type {
  AssembledDocument,
  AssembledUpdate,
  BlockToAssemble,
  FoundSecret,
  KeptBlock,
  KeptBlockToSplit,
  KeptDocument,
  LeavingText,
  MaskedTexts,
  MessagesMade,
  MessagesWanted,
  SecretDecisions,
  UpdateWanted,
} from '../documentContract';
import { assembleDocument, secretsOfBlocks, type Assembled, type Assembling } from './assembling';
import { assembleKept } from './keptDocument';
import { isHeldBack, SecretMasks, type MaskedValues, type MaskScope } from './masking';
import { makeMessages, type LoadImage } from './messaging';
import { secretsInTexts } from './secretsInTexts';
import { splitKept } from './splitting';
import { assembleUpdate } from './updating';

/** A folder as it is now, in one encoding. */
export type FolderToShow = Omit<Assembling, 'masks' | 'scope' | 'signal' | 'urgent'>;

interface Parts {
  readonly blockStore: BlockStore;
  readonly loadImage: LoadImage;
  folder(): FolderToShow;
}

const utf8 = new TextEncoder();

/** Makes documents of a folder, keeps their bodies, and masks the secrets in everything that leaves the app. */
export class DocumentMaker {
  readonly #parts: Parts;
  readonly #masks = new SecretMasks();
  /** The bodies of the last document that must not be stored, because they have secrets. By hash. */
  #secretBodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map();
  /** The values that are masked in the last document. */
  #masked: MaskedValues = new Map();
  #storing: Promise<unknown> = Promise.resolve();
  #assembling: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when the bodies of the last document are stored, or could not be. */
  async stored(): Promise<void> {
    await this.#storing;
  }

  decideSecrets(decisions: SecretDecisions): void {
    this.#masks.decide(decisions);
  }

  async assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument> {
    const { document, bodies, secret, values } = await this.#assembled(plan, 'decided');
    this.#masked = values;
    this.#secretBodies = new Map([...(bodies ?? [])].filter(([hash]) => secret.has(hash)));
    this.#store(bodies, secret);
    return document;
  }

  /** The update is stored only if it is kept; else it is measured as if all its secrets were masked. */
  async assembleUpdate(wanted: UpdateWanted, isToKeep: boolean): Promise<AssembledUpdate> {
    await this.#storing;
    const scope = isToKeep ? 'decided' : 'undecided';
    const { update, bodies, secret } = await assembleUpdate(wanted, {
      ...{ ...this.#parts.folder(), blockStore: this.#bodies },
      assemble: (plan) => this.#assembled(plan, scope),
      judge: (blocks) => this.#masks.judge(blocks, scope, this.#masked),
    });
    if (isToKeep) this.#store(bodies, secret);
    return update;
  }

  async splitKept(
    blocks: readonly KeptBlockToSplit[],
    limits: PartLimits,
  ): Promise<SplitDocument | undefined> {
    await this.#storing;
    const { pool, encoding } = this.#parts.folder();
    return splitKept(blocks, limits, { blockStore: this.#bodies, pool, encoding });
  }

  async makeMessages(wanted: MessagesWanted): Promise<MessagesMade> {
    await this.#storing;
    return makeMessages(wanted, { blockStore: this.#bodies, loadImage: this.#parts.loadImage });
  }

  assembleKept(blocks: readonly (KeptBlock & { readonly key: string })[]): Promise<KeptDocument | undefined> {
    const { blockStore, folder } = this.#parts;
    const { pool, encoding } = folder();
    return assembleKept(blocks, { blockStore, masks: this.#masks, pool, encoding });
  }

  /** Waits for a document that is being assembled, which is searched itself. */
  async findSecrets(
    blocks: readonly BlockToAssemble[],
    signal: AbortSignal,
  ): Promise<readonly FoundSecret[]> {
    await this.#assembling;
    return secretsOfBlocks(blocks, {
      ...{ ...this.#parts.folder(), masks: this.#masks, scope: 'decided', urgent: false, signal },
    });
  }

  /** Of texts for a report, those that could not be searched are empty. */
  async maskTexts(texts: readonly LeavingText[], isForReport: boolean): Promise<MaskedTexts> {
    const found = await secretsInTexts(
      texts.map(({ path = '', text }) => ({ path, text })),
      this.#parts.folder(),
    );
    const isUnscanned = (at: number): boolean => 'unscanned' in (found[at]?.secrets ?? {});
    const blocks = await Promise.all(
      texts.map(async ({ text, ...about }, at) => ({
        ...{ ...about, body: () => text, ...found[at] },
        // Only what could not be searched is known by its hash.
        hash: isUnscanned(at) ? await sha256(utf8.encode(text)) : '',
      })),
    );
    const scope = isForReport ? 'all' : 'decided';
    const { found: secrets, masked } = await this.#masks.judge(blocks, scope, this.#masked);
    if (!isForReport && isHeldBack(secrets)) return { texts: [], secrets };
    return {
      texts: texts.map(({ text }, at) => (isForReport && isUnscanned(at) ? '' : (masked.get(at) ?? text))),
      secrets,
    };
  }

  /** Learns the values that are masked in these texts, so that `unmask` knows them. */
  async learnMasks(texts: readonly LeavingText[]): Promise<void> {
    await this.maskTexts(texts, false);
  }

  /** Replaces masks by the values that they hide in learned texts, or in the documents of this visit. Unknown masks stay. */
  unmask(text: string): string {
    return this.#masks.unmask(text);
  }

  #assembled(plan: readonly BlockToAssemble[], scope: MaskScope): Promise<Assembled> {
    const folder = this.#parts.folder();
    const assembled = assembleDocument(plan, { ...folder, masks: this.#masks, scope, urgent: true });
    this.#assembling = assembled.catch(() => undefined);
    return assembled;
  }

  /** Stores bodies for later turns, except those with secrets. */
  #store(bodies: Assembled['bodies'], secret: ReadonlySet<string>): void {
    const toStore = [...(bodies ?? [])].filter(([hash]) => !secret.has(hash));
    this.#storing = this.#parts.blockStore.put(new Map(toStore));
  }

  /** The stored bodies, and those of the last document that must not be stored. */
  get #bodies(): BlockStore {
    const { blockStore } = this.#parts;
    return {
      ...blockStore,
      get: async (hashes) => {
        const wanted = [...hashes];
        const here = wanted.flatMap((hash) => {
          const body = this.#secretBodies.get(hash);
          return body === undefined ? [] : [[hash, body] as const];
        });
        return new Map([...(await blockStore.get(wanted)), ...here]);
      },
    };
  }
}

import * as v from 'valibot';
import type { Notify } from '../notify';
import type { AssembledDocument, Engine, FoundSecret, LeavingText } from '../ports/engine';
import type { Storage } from '../ports/storage';
import { loadValue, readStored, refuseNewer, toStored, type NamedForm } from '../storage/storedValue';
import { secretsKey } from '../storage/workspaceState';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'maskTexts' | 'setSecrets'>;
  readonly storage: Storage;
  readonly notify: Notify;
}

/** `once`: until the next document is handed over; `here`: in this folder; `always`: in all folders. */
export type SecretChoice = 'mask' | 'once' | 'here' | 'always';

/** Thrown instead of handing over a document with secrets that the user has not decided about. */
export class OpenSecrets extends Error {
  readonly secrets: readonly FoundSecret[];

  constructor(secrets: readonly FoundSecret[]) {
    super('it may contain secrets that you have not decided about');
    this.name = 'OpenSecrets';
    this.secrets = secrets;
  }
}

/** Whether the user has to decide about secrets before a document can be handed over. */
export function isHeldBack({ secrets }: Pick<AssembledDocument, 'secrets'>): boolean {
  return secrets.some(({ decision }) => decision === 'open');
}

const fingerprints = v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{32,64}$/)));

const IN_FOLDER = {
  label: 'the decisions about secrets',
  schema: v.object({
    masked: v.optional(v.record(v.string(), v.string()), {}),
    allowed: v.optional(fingerprints, []),
    isOff: v.optional(v.boolean(), false),
  }),
  upgrades: [],
};

const EVERYWHERE_KEY = 'secrets';
const EVERYWHERE = {
  label: 'the decisions about secrets in all folders',
  schema: v.object({
    salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    allowed: v.optional(fingerprints, []),
  }),
  upgrades: [],
};

type InFolder = v.InferOutput<typeof IN_FOLDER.schema>;
type Everywhere = v.InferOutput<typeof EVERYWHERE.schema>;

const UNDECIDED: InFolder = { masked: {}, allowed: [], isOff: false };

/** The user's decisions about secrets. Only fingerprints of the values are kept. */
export class SecretChoices {
  readonly #parts: Parts;
  readonly #stopWatching: () => void;
  readonly #once = new Set<string>();
  #inFolder = $state.raw(UNDECIDED);
  #everywhere = $state.raw<Everywhere>({ salt: newSalt(), allowed: [] });
  readonly #allowed = $derived({
    here: new Set(this.#inFolder.allowed),
    always: new Set(this.#everywhere.allowed),
  });
  #loading: Promise<void> | undefined;
  #masksAll = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const keys = [secretsKey(parts.id), EVERYWHERE_KEY];
    this.#stopWatching = parts.storage.watch((changed) => {
      if (!changed.some((key) => keys.includes(key))) return;
      this.#loading = undefined; // Another tab has decided.
      this.ready().catch(() => undefined); // The next copy tries again.
    });
  }

  /** Whether secrets of this folder leave without a question. */
  get isOff(): boolean {
    return this.#inFolder.isOff;
  }

  /** The user's lasting choice for a value; undefined for none, or for `once`. */
  choiceOf(fingerprint: string): SecretChoice | undefined {
    const { here, always } = this.#allowed;
    if (here.has(fingerprint)) return 'here';
    if (always.has(fingerprint)) return 'always';
    return Object.hasOwn(this.#inFolder.masked, fingerprint) ? 'mask' : undefined;
  }

  /** From now on, masks values without asking. For scripts. */
  maskAll(): void {
    this.#masksAll = true;
    this.#loading = undefined;
  }

  /** Resolves once the engine knows all decisions. */
  ready(): Promise<void> {
    return this.#loading ?? this.#until(this.#load());
  }

  async setOff(isOff: boolean): Promise<void> {
    await this.#changeFolder((stored) => ({ ...stored, isOff }));
  }

  /** Decides about these values, also where they are found again. `ready` waits for it. */
  decide(choices: ReadonlyMap<string, SecretChoice>): Promise<void> {
    return this.#until(this.#decide(choices));
  }

  /** If it fails, the next copy tries again. */
  async #until(known: Promise<void>): Promise<void> {
    this.#loading = known;
    try {
      await known;
    } catch (error) {
      if (this.#loading === known) this.#loading = undefined;
      throw error;
    }
  }

  async #decide(choices: ReadonlyMap<string, SecretChoice>): Promise<void> {
    const chosen = (choice: SecretChoice): readonly string[] =>
      [...choices].flatMap(([fingerprint, made]) => (made === choice ? fingerprint : []));
    for (const fingerprint of choices.keys()) this.#once.delete(fingerprint);
    for (const fingerprint of chosen('once')) this.#once.add(fingerprint);
    await this.#changeFolder(({ masked, allowed, isOff }) => ({
      masked: {
        ...Object.fromEntries(Object.entries(masked).filter(([fingerprint]) => !choices.has(fingerprint))),
        ...Object.fromEntries(chosen('mask').map((fingerprint) => [fingerprint, masked[fingerprint] ?? ''])),
      },
      allowed: [...allowed.filter((fingerprint) => !choices.has(fingerprint)), ...chosen('here')],
      isOff,
    }));
    await this.#changeEverywhere(({ salt, allowed }) => ({
      salt,
      allowed: [...allowed.filter((fingerprint) => !choices.has(fingerprint)), ...chosen('always')],
    }));
  }

  /** These texts with masks. Rejects with `OpenSecrets` if the user has to decide. */
  async mask(texts: readonly LeavingText[]): Promise<readonly string[]> {
    await this.ready();
    const masked = await this.#parts.engine.maskTexts(texts, false);
    if (isHeldBack(masked)) throw new OpenSecrets(masked.secrets);
    await this.handedOver(masked.secrets);
    return masked.texts;
  }

  /** These texts without any secret, whatever the user has allowed. */
  async hidden(texts: readonly string[]): Promise<readonly string[]> {
    await this.ready();
    const leaving = texts.map((text) => ({ key: '', text }));
    return (await this.#parts.engine.maskTexts(leaving, true)).texts;
  }

  /** Notes the masks of a document that the user has now, so that they stay the same, and forgets what was allowed once. */
  async handedOver(secrets: readonly FoundSecret[]): Promise<void> {
    const used = secrets.filter(({ fingerprint }) => this.#once.delete(fingerprint));
    const masks = secrets.flatMap(({ fingerprint, mask }) => {
      const isKnown = mask === undefined || this.#inFolder.masked[fingerprint] === mask;
      return isKnown ? [] : [[fingerprint, mask] as const];
    });
    if (masks.length === 0) {
      if (used.length > 0) await this.#tell();
      return;
    }
    await this.#changeFolder((stored) => {
      // Another tab may have used a number for another value meanwhile. This value then gets a new one.
      const taken = new Map(Object.entries(stored.masked).map(([fingerprint, mask]) => [mask, fingerprint]));
      const own = masks.filter(([fingerprint, mask]) => (taken.get(mask) ?? fingerprint) === fingerprint);
      return { ...stored, masked: { ...stored.masked, ...Object.fromEntries(own) } };
    });
  }

  close(): void {
    this.#stopWatching();
  }

  async #load(): Promise<void> {
    const { id, storage } = this.#parts;
    this.#inFolder = (await loadValue(this.#parts, secretsKey(id), IN_FOLDER)) ?? UNDECIDED;
    const stored = await loadValue(this.#parts, EVERYWHERE_KEY, EVERYWHERE);
    if (stored !== undefined) this.#everywhere = stored;
    else if ((await storage.get(EVERYWHERE_KEY)) === undefined) await this.#changeEverywhere((made) => made);
    await this.#tell();
  }

  async #changeFolder(change: (stored: InFolder) => InFolder): Promise<void> {
    this.#inFolder = await this.#changed([secretsKey(this.#parts.id), IN_FOLDER], this.#inFolder, change);
    await this.#tell();
  }

  async #changeEverywhere(change: (stored: Everywhere) => Everywhere): Promise<void> {
    this.#everywhere = await this.#changed([EVERYWHERE_KEY, EVERYWHERE], this.#everywhere, change);
    await this.#tell();
  }

  /** The changed value. It counts even if it can't be stored. */
  async #changed<Schema extends v.GenericSchema<object, object>>(
    [key, form]: readonly [key: string, form: NamedForm<Schema>],
    present: v.InferOutput<Schema>,
    change: (value: v.InferOutput<Schema>) => v.InferOutput<Schema>,
  ): Promise<v.InferOutput<Schema>> {
    const { notify, storage } = this.#parts;
    let changed: v.InferOutput<Schema> | undefined;
    try {
      await storage.update(key, (stored) => {
        refuseNewer(stored, form);
        const read = readStored(stored, form);
        changed = change(read.kind === 'found' ? read.value : present);
        return toStored(form, changed);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notify({
        kind: 'warning',
        text: `Couldn't store ${form.label}: ${reason}. They count until you close this tab.`,
      });
    }
    return changed ?? change(present);
  }

  #tell(): Promise<void> {
    const { masked, allowed, isOff } = this.#inFolder;
    return this.#parts.engine.setSecrets({
      salt: this.#everywhere.salt,
      masked: new Map(Object.entries(masked)),
      allowed: new Set([...allowed, ...this.#everywhere.allowed, ...this.#once]),
      ...{ masksAll: this.#masksAll, isOff },
    });
  }
}

function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

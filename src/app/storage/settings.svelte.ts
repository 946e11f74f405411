import * as v from 'valibot';
import { DEFAULT_LIMITS } from '../../core/conversation/compression';
import { DIFF_USES } from '../../core/update/diffUse';
import { chatProfileData } from '../../core/parts/chatProfile';
import { TOKEN_ENCODINGS } from '../../core/tokens/encoding';
import { DEFAULT_MODEL_ID } from '../../core/tokens/models';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Storage } from '../ports/storage';
import { Saving } from './saving';
import { loadValue, readStored, refuseNewer, toStored } from './storedValue';

const KEY = 'settings';

/** A whole number above 0. */
const limit = (usual: number) =>
  v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), usual), usual);

const settingsSchema = v.object({
  theme: v.optional(v.picklist(['system', 'light', 'dark']), 'system'),
  modelId: v.optional(v.string(), DEFAULT_MODEL_ID),
  encoding: v.optional(v.picklist(TOKEN_ENCODINGS), 'o200k_base'),
  /** First part of the names of numbered files. */
  namespace: v.optional(v.string(), 'context'),
  /** The user's patterns in .gitignore syntax. They override every ignore file. */
  userPatterns: v.optional(v.string(), ''),
  /** The user's instructions for all folders, first in every document. */
  globalInstructions: v.optional(v.string(), ''),
  /** Whether summaries are kept between visits. */
  keepSummaries: v.optional(v.boolean(), true),
  /** Messages and tokens beyond which the app offers to compress a discussion. */
  compressMessages: limit(DEFAULT_LIMITS.messages),
  compressTokens: limit(DEFAULT_LIMITS.tokens),
  /** Whether copying, downloading, or saving a document counts as a step of its discussion. */
  countCopies: v.optional(v.boolean(), true),
  /** Whether the last copy was one of the changes only. */
  copiesChanges: v.optional(v.boolean(), false),
  /** When an update shows a file by a diff. */
  updateDiffs: v.optional(v.fallback(v.picklist(DIFF_USES), 'auto'), 'auto'),
  /** The name of the chat profile chosen last; undefined before one was chosen. */
  chatProfile: v.optional(v.string()),
  /** The user's own chat profiles, and the built-in ones that they have changed. */
  chatProfiles: v.optional(v.fallback(v.array(chatProfileData), []), []),
  /** Whether long lines of code are wrapped, as those of prose always are. */
  wrapCode: v.optional(v.boolean(), false),
  /** The prices that the user has entered: dollars for a million input tokens, by the model's id. */
  inputPrices: v.optional(
    v.fallback(v.record(v.string(), v.pipe(v.number(), v.finite(), v.gtValue(0))), {}),
    {},
  ),
  /**
   * Whether each section of the right pane is open, by id. Contains only sections that the user has opened or closed. If
   * two tabs change it, the last one wins.
   */
  openSections: v.optional(v.fallback(v.record(v.string(), v.boolean()), {}), {}),
});

const SETTINGS = { label: 'the settings', schema: settingsSchema, upgrades: [] };

export type SettingsData = Readonly<v.InferOutput<typeof settingsSchema>>;

/** Settings for all workspaces of this browser. */
export class Settings {
  #data = $state.raw<SettingsData>(v.parse(settingsSchema, {}));
  readonly #storage: Storage;
  readonly #saving: Saving;
  readonly #notify: Notify;
  /** Changes in this tab that are not stored yet. */
  #unsaved: Partial<SettingsData> = {};

  constructor(storage: Storage, clock: Clock, notify: Notify) {
    this.#storage = storage;
    this.#notify = notify;
    this.#saving = new Saving(
      clock,
      () => this.#save(),
      (reason) => {
        notify({ kind: 'error', text: `Couldn't save the settings: ${reason}` });
      },
    );
  }

  get data(): SettingsData {
    return this.#data;
  }

  async load(): Promise<void> {
    const loaded = await loadValue({ storage: this.#storage, notify: this.#notify }, KEY, SETTINGS);
    if (loaded !== undefined) this.#data = loaded;
  }

  change(part: Partial<SettingsData>): void {
    this.#data = { ...this.#data, ...part };
    this.#unsaved = { ...this.#unsaved, ...part };
    this.#saving.changed();
  }

  /**
   * Prepares a change of the stored settings, which another tab may have written, for a shared transaction. Call `change`
   * once it is stored.
   */
  prepare(
    partOf: (stored: SettingsData) => Partial<SettingsData>,
  ): readonly [key: string, change: (stored: unknown) => unknown] {
    return [
      KEY,
      (stored) => {
        const current = this.#with(stored, this.#unsaved);
        return { ...current, ...partOf(current) };
      },
    ];
  }

  flush(): Promise<void> {
    return this.#saving.flush();
  }

  /** Writes only this tab's changes, because another tab may have changed the rest. */
  async #save(): Promise<void> {
    const part = this.#unsaved;
    this.#unsaved = {};
    try {
      await this.#storage.update(KEY, (stored) => this.#with(stored, part));
    } catch (error) {
      this.#unsaved = { ...part, ...this.#unsaved };
      throw error;
    }
  }

  #with(stored: unknown, part: Partial<SettingsData>): SettingsData & { readonly version: number } {
    refuseNewer(stored, SETTINGS);
    const read = readStored(stored, SETTINGS);
    return toStored(SETTINGS, { ...(read.kind === 'found' ? read.value : this.#data), ...part });
  }
}

import * as v from 'valibot';
import type { Outputs } from '../ports/files';
import type { AttachmentStore, Storage } from '../ports/storage';
import { cutBlobs, joinedFile, splitFile } from './backupFile';
import type { Recents } from './recents.svelte';
import { placedFolders } from './placedFolders';
import { insteadOf } from './storedValue';
import { attachmentPrefix, compositionKey } from './workspaceState';

const FORMAT = 'strata-everything';
/** Must also rise when the version of any value in the file rises. */
const VERSION = 2;

/** Bytes without attachments. More than any real backup has, and small enough to read at once. */
const MAX_BYTES = 64_000_000;

/** Limit on nesting: far more than real values have, far less than the stack allows. */
const MAX_LEVELS = 64;

/** Keys in a backup. The endpoint with its API key and folder handles stay in this browser. */
const EXPORTED = ['backup/', 'settings', 'persona/', 'preset/', 'workspace/'];

const fileSchema = v.object({
  format: v.literal(FORMAT),
  schema_version: v.number(),
  folders: v.array(v.object({ id: v.pipe(v.string(), v.nonEmpty()), name: v.string() })),
  values: v.array(v.tuple([v.string(), v.unknown()])),
  attachments: v.optional(
    v.array(
      v.object({
        folder: v.string(),
        hash: v.string(),
        type: v.string(),
        bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      }),
    ),
    [],
  ),
});

/** The data of an attachment of a folder. */
interface AttachedBlob {
  /** Id of the folder's workspace. */
  readonly folder: string;
  /** SHA-256. */
  readonly hash: string;
  readonly blob: Blob;
}

export interface BackupFile {
  readonly folders: readonly { readonly id: string; readonly name: string }[];
  readonly values: readonly (readonly [key: string, value: unknown])[];
  readonly attachments: readonly AttachedBlob[];
}

export type ReadBackup =
  | {
      readonly kind: 'file';
      readonly file: BackupFile;
      /** Keys whose stored values would be replaced. */
      readonly present: ReadonlySet<string>;
    }
  | { readonly kind: 'refused'; readonly reason: string };

interface Parts {
  readonly storage: Storage;
  readonly attachmentStore: Pick<AttachmentStore, 'all' | 'put'>;
  readonly outputs: Pick<Outputs, 'download'>;
  readonly recents: Recents;
  /** State of this tab that may not be stored yet. */
  unstored(): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** ISO time. */
  now(): string;
}

/** Backup of all user data in one file, to move to another browser or to protect it from loss. */
export class FullBackup {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the browser promises not to evict the data. `ask` requests that; call it inside a click. */
  isSafe(ask: boolean): Promise<boolean> {
    const { storage } = this.#parts;
    return ask ? storage.persist() : storage.isPersisted();
  }

  async download(): Promise<void> {
    const file = await this.file();
    const extension = file.type === 'application/json' ? 'json' : 'strata';
    this.#parts.outputs.download(`strata-${this.#parts.now().slice(0, 10)}.${extension}`, file);
  }

  /** Works even if storing fails, because it includes the unsaved state of this tab. */
  async file(): Promise<Blob> {
    const { storage, recents } = this.#parts;
    const held = await this.#parts.unstored();
    const stored = new Map([...(await storage.entries('').catch(() => [])), ...held]);
    const values = [...stored].filter(([key]) => isExported(key));
    const folders = [...recents.list, ...recents.awaiting].map(({ id, name }) => ({ id, name }));
    const attached = await this.#attachedTo(values);
    const attachments = attached.map(({ folder, hash, blob: { type, size } }) => ({
      ...{ folder, hash, type, bytes: size },
    }));
    const data = {
      ...{ format: FORMAT, schema_version: VERSION, folders, values },
      ...(attachments.length > 0 && { attachments }),
    };
    const json = `${JSON.stringify(data, null, 1)}\n`;
    return joinedFile(
      json,
      attached.map(({ blob }) => blob),
    );
  }

  /** The data of all attachments among these values that is stored. */
  async #attachedTo(values: BackupFile['values']): Promise<readonly AttachedBlob[]> {
    const found: AttachedBlob[] = [];
    const ids = new Set(values.flatMap(([key]) => /^workspace\/([^/]+)\/attachment\//.exec(key)?.[1] ?? []));
    for (const folder of ids) {
      const records = values.filter(([key]) => key.startsWith(attachmentPrefix(folder)));
      const blobs = await this.#parts.attachmentStore.all(folder);
      for (const [hash, blob] of blobs)
        if (records.some(([, value]) => isOfHash(value, hash))) found.push({ folder, hash, blob });
    }
    return found;
  }

  /** Reads a backup without restoring anything. */
  async read(source: Blob): Promise<ReadBackup> {
    const { json, attached } = await splitFile(source);
    if (json.size > MAX_BYTES) return { kind: 'refused', reason: 'it is too large' };
    const parsed = v.safeParse(fileSchema, parseJson(await json.text()));
    if (!parsed.success) return { kind: 'refused', reason: 'it is not a Strata backup' };
    const { schema_version, folders, values, attachments } = parsed.output;
    const blobs = cutBlobs(attached, attachments);
    if (blobs === undefined) return { kind: 'refused', reason: 'it is incomplete' };
    const file: BackupFile = {
      ...{ folders, values },
      attachments: attachments.map(({ folder, hash }, at) => ({
        folder,
        hash,
        blob: blobs[at] ?? new Blob(),
      })),
    };
    if (schema_version > VERSION)
      return { kind: 'refused', reason: 'it was made by a newer version of Strata' };
    const unknown = values.find(([key]) => !isExported(key));
    if (unknown !== undefined)
      return { kind: 'refused', reason: `it contains an unknown entry, ${unknown[0]}` };
    const deep = values.find(([, value]) => isDeeper(value, MAX_LEVELS));
    if (deep !== undefined) return { kind: 'refused', reason: `${deep[0]} is nested too deeply` };
    const { storage, recents } = this.#parts;
    const stored = new Map(await storage.entries(''));
    const placed = placedFolders(file, recents.list, () => true).values;
    const present = placed.filter(([key, value]) => isOther(stored.get(key), value)).map(([key]) => key);
    return { kind: 'file', file, present: new Set(present) };
  }

  /**
   * Restores everything or, on failure, nothing but data of attachments that nothing refers to, which the next opening of
   * their folder removes. Values are not checked here, because readers check all stored values.
   * Folders that are unknown here, or have a composition that `keepPresent` protects, wait until a folder with the same name
   * is opened.
   */
  async restore(file: BackupFile, keepPresent: boolean): Promise<void> {
    const { storage, recents } = this.#parts;
    await recents.inTurn(async () => {
      const composed = new Set((await storage.entries(compositionKey(''))).map(([key]) => key));
      const isWanted = (id: string) => !keepPresent || !composed.has(compositionKey(id));
      const { folders, values, attachments } = placedFolders(file, recents.list, isWanted);
      await this.#putAttachments(attachments);
      const taking = values.map(([key, value]) => [key, changeTo(value, keepPresent)] as const);
      await storage.updateAll(new Map([...taking, recents.toAwait(folders)]));
    });
  }

  async #putAttachments(attachments: readonly AttachedBlob[]): Promise<void> {
    for (const { folder, hash, blob } of attachments) {
      const stored = await this.#parts.attachmentStore.put(folder, blob);
      if (stored !== hash) throw new Error('an attachment in the file is damaged');
    }
  }
}

/** The function that computes the new stored value. */
function changeTo(value: unknown, keepPresent: boolean): (stored: unknown) => unknown {
  return (stored) => {
    if (stored === undefined) return value;
    return keepPresent ? stored : insteadOf(stored, value);
  };
}

function isExported(key: string): boolean {
  return EXPORTED.some((part) => (part.endsWith('/') ? key.startsWith(part) : key === part));
}

function isOfHash(record: unknown, hash: string): boolean {
  return typeof record === 'object' && record !== null && 'hash' in record && record.hash === hash;
}

function isOther(stored: unknown, value: unknown): boolean {
  return stored !== undefined && JSON.stringify(stored) !== JSON.stringify(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

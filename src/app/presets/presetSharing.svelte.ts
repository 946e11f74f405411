import { freeName } from '../../core/presets/freeName';
import type { Preset } from '../../core/presets/preset';
import { MAX_IMPORT_SIZE } from '../../core/presets/size';
import type { Shelf } from '../../core/presets/write';
import type { Notify } from '../notify';
import type { PassTexts } from '../passTexts';
import type { Clipboard } from '../ports/clipboard';
import type { Outputs } from '../ports/files';
import type { PageAddress, ShareCodec } from '../ports/sharing';
import { Canceled, isCanceled } from '../secrets/canceled';
import { offeredFile, type Offered } from './offered';

export const SHARE_FORMATS = ['toml', 'json'] as const;
export type ShareFormat = (typeof SHARE_FORMATS)[number];

/** Characters. Longer addresses are cut off by chats and mail programs. */
const LONGEST_LINK = 30_000;

export type ShareLink =
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'too-long'; readonly length: number; readonly longest: number };

interface Parts {
  readonly outputs: Pick<Outputs, 'download'>;
  readonly clipboard: Pick<Clipboard, 'write'>;
  readonly codec: ShareCodec;
  readonly address: PageAddress;
  readonly notify: Notify;
  readonly passTexts: PassTexts;
}

/** Sharing of presets and personas. Incoming ones wait for the user's review. */
export class PresetSharing {
  readonly #parts: Parts;
  #incoming = $state.raw<Offered | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.address.watch(() => void this.receiveLink());
  }

  /** A linked or dropped text that waits for review. */
  get incoming(): Offered | undefined {
    return this.#incoming;
  }

  async receiveFile(file: File): Promise<void> {
    this.#incoming = await offeredFile(file);
  }

  /** Reads a preset shared in the page's address. It stays in the address until `answered`. */
  async receiveLink(): Promise<void> {
    const { address, codec, notify } = this.#parts;
    const code = address.sharedCode();
    if (code === undefined) return;
    const shared = await codec.decode(code);
    if (shared.kind === 'text') {
      this.#incoming = { fileName: '', text: shared.text };
      return;
    }
    address.clear();
    notify({ kind: 'error', text: `Couldn't read the shared preset: ${shared.reason}.` });
  }

  /** Ends the review, whether the user imported or dismissed it. */
  answered(): void {
    if (this.#incoming === undefined) return;
    this.#incoming = undefined;
    if (this.#parts.address.sharedCode() !== undefined) this.#parts.address.clear();
  }

  async linkTo(preset: Preset): Promise<ShareLink> {
    const { address, codec } = this.#parts;
    const text = await shelfText({ presets: [preset] }, 'json');
    const link = address.linkTo(await codec.encode(text));
    return link.length > LONGEST_LINK
      ? { kind: 'too-long', length: link.length, longest: LONGEST_LINK }
      : { kind: 'link', link };
  }

  async download(shelf: Shelf, format: ShareFormat): Promise<void> {
    const type = format === 'json' ? 'application/json' : 'application/toml';
    const { notify, outputs } = this.#parts;
    try {
      const file = new Blob([await this.#passed(shelf, format)], { type });
      outputs.download(fileNameOf(shelf, format), file);
      this.#warnOfSize(file);
    } catch (error) {
      if (error instanceof Canceled) return;
      const reason = error instanceof Error ? error.message : String(error);
      notify({ kind: 'error', text: `Couldn't download it: ${reason}.` });
    }
  }

  /** Call inside a click. */
  async copy(shelf: Shelf, format: ShareFormat): Promise<void> {
    const file = this.#passed(shelf, format).then((text) => new Blob([text]));
    if (await this.#copy(file, `Copied as ${format.toUpperCase()}.`)) this.#warnOfSize(await file);
  }

  /** Call inside a click. */
  async copyLink(preset: Preset): Promise<void> {
    const { address, codec } = this.#parts;
    const link = this.#passed({ presets: [preset] }, 'json').then((text) => codec.encode(text));
    await this.#copy(
      link.then((code) => new Blob([address.linkTo(code)])),
      'Copied link. It contains the preset; nothing was sent to a server.',
    );
  }

  async #passed(shelf: Shelf, format: ShareFormat): Promise<string> {
    const key = fileNameOf(shelf, format);
    const [text = ''] = await this.#parts.passTexts([{ key, text: await shelfText(shelf, format) }], 'share');
    return text;
  }

  #warnOfSize({ size }: Blob): void {
    if (size <= MAX_IMPORT_SIZE) return;
    const megabytes = Math.ceil(size / 100_000) / 10;
    const text = `This is ${megabytes} MB. Imports are limited to ${MAX_IMPORT_SIZE / 1_000_000} MB.`;
    this.#parts.notify({ kind: 'warning', text });
  }

  async #copy(content: Promise<Blob>, done: string): Promise<boolean> {
    content.catch(() => undefined); // A clipboard that refuses at once never awaits it.
    const result = await this.#parts.clipboard.write(content);
    const { notify } = this.#parts;
    if (result.kind === 'copied') notify({ kind: 'done', text: done });
    else if (!(await isCanceled(content)))
      notify({ kind: 'error', text: `Couldn't copy: ${result.reason}.` });
    return result.kind === 'copied';
  }
}

/** Presets and personas as the text of a file. Of two with one name, the later keeps it, because project records come last. */
export async function shelfText(shelf: Shelf, format: ShareFormat): Promise<string> {
  const { presetsToJson, presetsToToml } = await import('../../core/presets/write');
  const all = { presets: withNames(shelf.presets), personas: withNames(shelf.personas ?? []) };
  return format === 'json' ? presetsToJson(all) : presetsToToml(all);
}

function withNames<T extends { readonly name: string }>(records: readonly T[]): readonly T[] {
  const last = new Map(records.map((record) => [record.name, record]));
  const usedNames = new Set(last.keys());
  return records.map((record) => {
    if (last.get(record.name) === record) return record;
    const name = freeName(record.name, (other) => usedNames.has(other));
    usedNames.add(name);
    return { ...record, name };
  });
}

function fileNameOf({ presets, personas = [] }: Shelf, format: ShareFormat): string {
  const kind = presets.length > 0 ? 'preset' : 'persona';
  const all = [...presets, ...personas];
  const plain = all.length === 1 ? all[0]?.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) : undefined;
  const name = plain?.replaceAll(/^-|-$/g, '');
  return `${name === undefined || name === '' ? `strata-${kind}s` : `${name}.${kind}`}.${format}`;
}

import { documentKey } from '../../core/document/block';
import type { RepoPath } from '../../core/files/repoPath';
import type { AddedDocument, DocumentForm } from '../../core/sources/addedDocument';
import { sourceName } from '../../core/sources/addedFile';
import type { Attachments } from '../attachments/attachments.svelte';
import type { Composition } from '../composition/composition.svelte';
import type { DocumentBlock } from '../document/documentBlock';
import type { DocumentModel } from '../document/document.svelte';
import type { DocumentFacts, Engine } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'cancelDocument'>;
  readonly run: Pick<EngineRun, 'guarded'>;
  readonly reading: Pick<FolderReading, 'converting'>;
  readonly composition: Pick<Composition, 'options' | 'apply'>;
  readonly document: Pick<DocumentModel, 'blocks'>;
  readonly conversation: { readonly attachments: Pick<Attachments, 'add'> };
}

/** Pages that are converted. */
interface Pages {
  readonly done: number;
  readonly total: number;
}

export interface ShownDocument extends AddedDocument {
  /** Its path, or its name as an attachment. */
  readonly name: string;
  readonly state:
    | { readonly kind: 'off' }
    /** `pages` are known for PDFs only. */
    | { readonly kind: 'converting'; readonly pages: Pages | undefined }
    | DocumentFacts;
  /** Tokens of its block; undefined if it has none. */
  readonly tokens: number | undefined;
}

/** Bytes, as in the engine. */
const MOST_BYTES = 200_000_000;

/** PDFs and other documents that the user has added beside the selected files. */
export class Documents {
  readonly #parts: Parts;
  #pages = $state.raw<ReadonlyMap<string, Pages>>(new Map());

  /** In the user's order. */
  readonly list: readonly ShownDocument[] = $derived.by(() => {
    if (this.#added.length === 0) return [];
    const converted = this.#parts.document.blocks.filter(({ section }) => section === 'documents');
    const blocks = new Map(converted.map((block) => [block.key, block]));
    return this.#added.map((document) => this.#shown(document, blocks.get(documentKey(document.source))));
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.reading.converting.subscribe(({ source, done, total }) => {
      this.#pages = new Map(this.#pages).set(source, { done, total });
    });
  }

  get isOn(): boolean {
    return this.#added.some(({ isOff }) => !isOff);
  }

  /** Those in the document that could not be read, with the reason. */
  get failed(): readonly { readonly source: string; readonly name: string; readonly reason: string }[] {
    return this.list.flatMap(({ source, name, state }) =>
      state.kind === 'failed' ? { source, name, reason: state.reason } : [],
    );
  }

  /** Stores files as attachments and adds them. Rejects with the names of those that can't be stored, after adding the others. */
  async add(files: readonly File[]): Promise<void> {
    const sources: string[] = [];
    const refused: string[] = [];
    for (const file of files) {
      if (file.size > MOST_BYTES) refused.push(`${file.name} is larger than ${MOST_BYTES / 1_000_000} MB`);
      else
        try {
          sources.push(await this.#parts.conversation.attachments.add(file));
        } catch (error) {
          refused.push(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
        }
    }
    this.#addSources(sources);
    if (refused.length > 0) throw new Error(refused.join('; '));
  }

  addPaths(paths: readonly RepoPath[]): void {
    this.#addSources(paths);
  }

  has(path: RepoPath): boolean {
    return this.#added.some(({ source }) => source === path);
  }

  remove(source: string): void {
    this.#set(
      this.#added.filter((each) => each.source !== source),
      `Remove ${sourceName(source)}`,
    );
    this.#cancel(source);
  }

  /** Moves a document by so many places. */
  move(source: string, by: -1 | 1): void {
    const from = this.#added.findIndex((each) => each.source === source);
    const moved = [...this.#added];
    moved.splice(from + by, 0, ...moved.splice(from, 1));
    this.#set(moved, `Move ${sourceName(source)}`);
  }

  setForm(source: string, form: DocumentForm): void {
    this.#change(source, { form }, `Change ${sourceName(source)}`);
  }

  /** Leaving out a document that is being converted ends that. */
  setOn(source: string, isOn: boolean): void {
    this.#change(source, { isOff: !isOn }, `${isOn ? 'Include' : 'Leave out'} ${sourceName(source)}`);
    if (!isOn) this.#cancel(source);
  }

  setAllOn(isOn: boolean): void {
    this.#set(
      this.#added.map((each) => ({ ...each, isOff: !isOn })),
      `${isOn ? 'Include' : 'Leave out'} documents`,
    );
    if (!isOn) for (const { source } of this.#added) this.#cancel(source);
  }

  get #added(): readonly AddedDocument[] {
    return this.#parts.composition.options.documents;
  }

  #addSources(sources: readonly string[]): void {
    const known = new Set(this.#added.map(({ source }) => source));
    const coming = [...new Set(sources)].filter((source) => !known.has(source));
    if (coming.length === 0) return;
    const documents = coming.map((source): AddedDocument => ({ source, form: 'full', isOff: false }));
    this.#set([...this.#added, ...documents], `Add ${coming.map(sourceName).join(', ')}`);
  }

  #change(source: string, change: Partial<AddedDocument>, step: string): void {
    this.#set(
      this.#added.map((each) => (each.source === source ? { ...each, ...change } : each)),
      step,
    );
  }

  #set(documents: readonly AddedDocument[], step: string): void {
    this.#parts.composition.apply({ options: { documents } }, step);
  }

  #cancel(source: string): void {
    void this.#parts.run.guarded(() => this.#parts.engine.cancelDocument(source));
  }

  #shown(document: AddedDocument, block: DocumentBlock | undefined): ShownDocument {
    const { source, isOff } = document;
    const name = sourceName(source);
    const facts = block?.document;
    if (isOff) return { ...document, name, tokens: undefined, state: { kind: 'off' } };
    if (facts !== undefined) return { ...document, name, tokens: block?.tokens, state: facts };
    const pages = this.#pages.get(source);
    return { ...document, name, tokens: undefined, state: { kind: 'converting', pages } };
  }
}

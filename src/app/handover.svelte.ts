import { nextOutputName } from '../core/compose/numbering';
import type { Notify } from './notify';
import type { AssembledDocument, Clipboard, DocumentPart, Outputs } from './ports';
import type { Settings } from './settings.svelte';
import type { Workspace } from './workspace.svelte';

/** Taking the document out of the app: clipboard, download, numbered files. All give the same bytes. */
export class Handover {
  readonly #clipboard: Clipboard;
  readonly #outputs: Outputs;
  readonly #settings: Settings;
  readonly #notify: Notify;
  #running = $state(false);
  #outputFolder = $state.raw<FileSystemDirectoryHandle | undefined>();
  #last = $state.raw<AssembledDocument | undefined>();

  constructor(clipboard: Clipboard, outputs: Outputs, settings: Settings, notify: Notify) {
    this.#clipboard = clipboard;
    this.#outputs = outputs;
    this.#settings = settings;
    this.#notify = notify;
  }

  get running(): boolean {
    return this.#running;
  }

  /** The document as it last left the app, for the report of timings. */
  get last(): AssembledDocument | undefined {
    return this.#last;
  }

  get outputFolderName(): string | undefined {
    return this.#outputFolder?.name;
  }

  get canSaveNumbered(): boolean {
    return this.#outputs.canChooseFolder;
  }

  /** Call it inside the click, which is what lets the clipboard be written. */
  copy(workspace: Workspace, part: DocumentPart): Promise<void> {
    return this.#take(async () => {
      const assembling = workspace.assemble(part);
      const result = await this.#clipboard.write(assembling.then((document) => document.blob));
      const document = await assembling;
      this.#last = document;
      if (result.kind === 'copied') {
        this.#tell('Copied', document);
        return;
      }
      this.#outputs.download(this.#singleName(workspace), document.blob);
      this.#tell(
        `The clipboard was refused (${result.reason}), so it was downloaded instead`,
        document,
        'warning',
      );
    });
  }

  download(workspace: Workspace): Promise<void> {
    return this.#take(async () => {
      const document = await workspace.assemble('whole');
      this.#last = document;
      this.#outputs.download(this.#singleName(workspace), document.blob);
      this.#tell('Downloaded', document);
    });
  }

  async chooseOutputFolder(): Promise<boolean> {
    const picked = await this.#outputs.chooseFolder();
    if (picked.kind === 'picked') this.#outputFolder = picked.value;
    if (picked.kind === 'refused')
      this.#notify({ kind: 'error', text: `No folder was chosen: ${picked.reason}` });
    return picked.kind === 'picked';
  }

  /** Saves as `NAMESPACE_NNN.md` into the chosen folder, which is asked for the first time. */
  async saveNumbered(workspace: Workspace): Promise<void> {
    if (this.#outputFolder === undefined && !(await this.chooseOutputFolder())) return;
    const folder = this.#outputFolder;
    if (folder === undefined) return;
    await this.#take(async () => {
      if (!(await this.#outputs.canWrite(folder))) {
        this.#notify({
          kind: 'error',
          text: `Writing to ${folder.name} was not allowed. Choose the folder again.`,
        });
        this.#outputFolder = undefined;
        return;
      }
      const document = await workspace.assemble('whole');
      this.#last = document;
      const name = nextOutputName(this.#settings.data.namespace, await this.#outputs.namesIn(folder));
      const written = await this.#outputs.writeNew(folder, name, document.blob);
      if (written.kind === 'written') this.#tell(`Saved ${name} in ${folder.name}`, document);
      else this.#notify({ kind: 'error', text: `${name} was not saved: ${written.reason}` });
    });
  }

  #singleName(workspace: Workspace): string {
    const name = workspace.name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
    return `${name === '' ? 'context' : name}.md`;
  }

  async #take(work: () => Promise<void>): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await work();
    } catch (error) {
      this.#notify({
        kind: 'error',
        text: `Nothing was copied: ${error instanceof Error ? error.message : String(error)}`,
      });
    } finally {
      this.#running = false;
    }
  }

  #tell(what: string, document: AssembledDocument, kind: 'done' | 'warning' = 'done'): void {
    const files = document.blocks.filter((block) => block.ref.kind === 'file').length;
    const counted = `${document.tokens.toLocaleString('en')} tokens, ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
    const details = document.leftOut.map(({ path, reason }) => `Without its text: ${path} (${reason})`);
    this.#notify({ kind: details.length > 0 ? 'warning' : kind, text: `${what}: ${counted}`, details });
  }
}

import type { Message } from '../../core/conversation/discussion';
import { nextOutputName } from '../../core/compose/numbering';
import type { Breakdown } from '../../core/tiers/breakdown';
import { CHAT_PROFILES, profileFor } from '../../core/parts/chatProfile';
import type { MessagesFormat } from '../../core/apiMessages/format';
import type { HandedBy, HandedPart, Turn } from '../../core/document/turn';
import type { RepoPath } from '../../core/files/repoPath';
import type { DocumentParts } from './documentParts.svelte';
import type { ChangesMeasure } from './changesMeasure.svelte';
import { ExportQuestion } from './exportQuestion.svelte';
import { countedWords, handoverNotice, type Outcome } from './handoverNotice';
import type { FittedParts } from '../document/fitWindow';
import type { Notify } from '../notify';
import type { PassTexts } from '../passTexts';
import type { Clipboard } from '../ports/clipboard';
import type { AssembledDocument } from '../ports/engine';
import type { Outputs } from '../ports/files';
import { isHeldBack, OpenSecrets } from '../secrets/secretChoices.svelte';
import { isCanceled } from '../secrets/canceled';
import type { HeldExports } from '../secrets/heldExports.svelte';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { Settings } from '../storage/settings.svelte';
import type { EndpointSetup } from '../summaries/endpointSetup.svelte';
import type { DocumentOutput, HandoverOptions } from './documentOutput';
import type { HandedDocument, Turns } from '../conversation/turns.svelte';

/** The parts of a workspace that exporting its document needs. */
export interface Handed extends FittedParts {
  readonly name: string;
  readonly run: EngineRun;
  readonly conversation: { readonly turns: Pick<Turns, 'documentOf'> };
  /** Files in the document whose summaries a model could write, if the user wants to be asked about them. */
  summariesToAsk(): readonly RepoPath[];
  readonly output: Pick<DocumentOutput, 'handOver'>;
  readonly changesMeasure: Pick<ChangesMeasure, 'hasFailed' | 'isOffered' | 'tokens'>;
}

interface Ports {
  readonly heldExports: Pick<HeldExports, 'hold'>;
  readonly clipboard: Pick<Clipboard, 'write'>;
  readonly outputs: Outputs;
  readonly notify: Notify;
}

/** An exported document. Its text is not kept. */
export type HandedOver = Omit<AssembledDocument, 'blob'> & Pick<HandedDocument, 'toAttach'>;

type Verb = 'copy' | 'download' | 'save';

/** How the user got a document. */
type Delivered = Outcome & { readonly by: HandedBy };

/** Undefined if the user did not get it. */
type Deliver = (document: Promise<HandedDocument>) => Promise<Delivered | undefined>;

/** Exports the document to the clipboard, a download, or numbered files. All give the same bytes. */
export class Handover {
  readonly #clipboard: Pick<Clipboard, 'write'>;
  readonly #outputs: Outputs;
  readonly #settings: Settings;
  readonly #notify: Notify;
  readonly #heldExports: Ports['heldExports'];
  readonly #endpoint: Pick<EndpointSetup, 'isSetUp'>;
  #running = $state(false);
  readonly #focus = new ExportQuestion<Handed, 'focus'>(focusKey);
  readonly #summaries = new ExportQuestion<Handed, readonly RepoPath[]>(summariesKey);
  #outputFolder = $state.raw<FileSystemDirectoryHandle | undefined>();
  readonly #lastOf = new WeakMap<Handed, HandedOver>();

  constructor(
    { clipboard, outputs, notify, heldExports }: Ports,
    settings: Settings,
    endpoint: Pick<EndpointSetup, 'isSetUp'>,
  ) {
    this.#clipboard = clipboard;
    this.#outputs = outputs;
    this.#notify = notify;
    this.#heldExports = heldExports;
    this.#settings = settings;
    this.#endpoint = endpoint;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Whether an export of this workspace waits for the user's answer about focus files. */
  asksForFocus(workspace: Handed): boolean {
    return this.#focus.aboutOf(workspace) !== undefined;
  }

  /** Answers the question about focus files. Call inside a click, like `copy`. */
  answerFocus(goOn: boolean): Promise<void> {
    return this.#focus.answer(goOn);
  }

  /** The files to ask a model about, while an export of this workspace waits for the user's answer. */
  asksForSummaries(workspace: Handed): readonly RepoPath[] | undefined {
    return this.#summaries.aboutOf(workspace);
  }

  /** Answers the question about summaries: goes on with them as they are now, or not at all. Call inside a click. */
  answerSummaries(goOn: boolean): Promise<void> {
    return this.#summaries.answer(goOn);
  }

  /** The document as it was last exported. */
  lastOf(workspace: Handed): HandedOver | undefined {
    return this.#lastOf.get(workspace);
  }

  /** Whether copying the changes is the primary action: the user did so last, and they are smaller than the document. */
  prefersChanges({ changesMeasure, document }: Pick<Handed, 'changesMeasure' | 'document'>): boolean {
    // While they are being measured, the primary action stays.
    const { hasFailed, isOffered, tokens = 0 } = changesMeasure;
    const canCopy = isOffered && !hasFailed && tokens < document.totals.tokens;
    return this.#settings.data.copiesChanges && canCopy;
  }

  get outputFolderName(): string | undefined {
    return this.#outputFolder?.name;
  }

  get canSaveNumbered(): boolean {
    return this.#outputs.canChooseFolder;
  }

  /** Call inside a click: browsers allow writing to the clipboard only there. */
  copy(workspace: Handed, part: HandedPart): Promise<void> {
    if (part === 'whole' || part === 'changes') this.#settings.change({ copiesChanges: part === 'changes' });
    if (part === 'rest') return this.#copy(workspace, part);
    return this.#withFocus(workspace, () => this.#copy(workspace, part));
  }

  #copy(workspace: Handed, part: HandedPart, options: HandoverOptions = {}): Promise<void> {
    const deliver = async (assembling: Promise<HandedDocument>): Promise<Delivered> => {
      const content = assembling.then(textOf);
      content.catch(() => undefined); // Reported below. A clipboard that refuses at once never awaits it.
      const result = await this.#clipboard.write(content);
      const document = await assembling;
      if (result.kind === 'copied') return { by: 'copy', what: 'Copied' };
      this.#outputs.download(this.#singleName(workspace, options.form), textOf(document));
      return {
        by: 'download',
        what: `Couldn't copy (${result.reason}). Downloaded instead`,
        isRefused: true,
      };
    };
    return this.#handOver('copy', workspace, part, deliver, options);
  }

  /** Copies what has changed since an earlier turn, for a chat that has not seen the later ones. Call inside a click. */
  copySince(workspace: Handed, turn: Turn): Promise<void> {
    return this.#withFocus(workspace, () => this.#copy(workspace, 'changes', { since: turn }));
  }

  /** Copies a part of the document. The first part counts as handing over the document. Call inside a click, like `copy`. */
  copyPart(workspace: Handed, parts: DocumentParts, at: number): Promise<void> {
    const part = parts.list[at];
    if (part === undefined) return Promise.resolve();
    const content = new Blob([part.text]);
    const what = `Copied part ${at + 1} of ${parts.list.length} of the document`;
    return this.#guarded('copy', workspace, async () => {
      let isCopied = false;
      if (parts.copied.size > 0) {
        isCopied = await this.#writePart(Promise.resolve(content));
        if (isCopied) this.#notify({ kind: 'done', text: `${what}.` });
      } else {
        const deliver: Deliver = async (assembling) => {
          const unchanged = assembling.then(({ hash }) => {
            if (hash !== parts.division?.hash)
              throw new Error('it has changed since it was split. Split it again');
            return content;
          });
          isCopied = await this.#writePart(unchanged);
          if (!isCopied) return undefined;
          return { by: 'copy', what, isPart: true };
        };
        await this.#output(workspace, 'whole', deliver, { isInParts: true });
      }
      if (isCopied) await parts.took(at);
    });
  }

  /** Rejects if the content does. */
  async #writePart(content: Promise<Blob>): Promise<boolean> {
    content.catch(() => undefined); // Reported below, as in `#copy`.
    const result = await this.#clipboard.write(content);
    await content;
    if (result.kind === 'copied') return true;
    this.#notify({ kind: 'error', text: `Couldn't copy the part: ${result.reason}.` });
    return false;
  }

  /** Copies the document as messages for an API. Call inside a click, like `copy`. */
  copyMessages(workspace: Handed, format: MessagesFormat): Promise<void> {
    return this.#withFocus(workspace, () => this.#copy(workspace, 'whole', { form: format }));
  }

  downloadMessages(workspace: Handed, format: MessagesFormat): Promise<void> {
    return this.#withFocus(workspace, () => this.#download(workspace, { form: format }));
  }

  download(workspace: Handed): Promise<void> {
    return this.#withFocus(workspace, () => this.#download(workspace));
  }

  #download(workspace: Handed, options: HandoverOptions = {}): Promise<void> {
    return this.#handOver(
      'download',
      workspace,
      'whole',
      async (assembling) => {
        const document = await assembling;
        this.#outputs.download(this.#singleName(workspace, options.form), textOf(document));
        return { by: 'download', what: 'Downloaded' };
      },
      options,
    );
  }

  /** Copies the document of a past turn as it was. Call inside a click, like `copy`. */
  copyAgain(workspace: Handed, turn: Turn): Promise<void> {
    return this.#guarded('copy', workspace, async () => {
      const content = workspace.conversation.turns.documentOf(turn).then((kept) => {
        if (kept === undefined) throw new Error('some of its texts are no longer kept');
        if (isHeldBack(kept)) throw new OpenSecrets(kept.secrets);
        return kept.blob;
      });
      content.catch(() => undefined); // Reported below, as in `#copy`.
      const result = await this.#clipboard.write(content);
      const blob = await content;
      const counted = countedWords(workspace, turn);
      if (result.kind === 'copied') {
        this.#notify({ kind: 'done', text: `Copied again: ${counted}` });
        return;
      }
      this.#outputs.download(this.#singleName(workspace), blob);
      const text = `Couldn't copy (${result.reason}). Downloaded instead: ${counted}`;
      this.#notify({ kind: 'warning', text });
    });
  }

  /** Copies one message of a discussion. Call inside a click, like `copy`. */
  copyMessage({ content }: Message, pass: PassTexts): Promise<void> {
    const passed = pass([{ key: 'Message', text: content }], 'copy');
    return this.#copyText(
      passed.then(([text = '']) => text),
      'Copied the message.',
    );
  }

  /** Copies the numbers of a document by layer as JSON. Call inside a click, like `copy`. */
  copyBreakdown(breakdown: Breakdown): Promise<void> {
    return this.#copyText(Promise.resolve(JSON.stringify(breakdown, undefined, 2)), 'Copied the breakdown.');
  }

  async #copyText(content: Promise<string>, done: string): Promise<void> {
    const blob = content.then((text) => new Blob([text]));
    blob.catch(() => undefined); // A clipboard that refuses at once never awaits it.
    const result = await this.#clipboard.write(blob);
    if (result.kind === 'copied') this.#notify({ kind: 'done', text: done });
    else if (!(await isCanceled(blob)))
      this.#notify({ kind: 'error', text: `Couldn't copy: ${result.reason}.` });
  }

  /** Shows files as skeletons until the document fits, and reports what it did. */
  async fit(workspace: Pick<Handed, keyof FittedParts | 'run'>): Promise<void> {
    await workspace.run.asMeasuring(async () => {
      const { fitWindow } = await import('../document/fitWindow');
      await fitWindow(workspace, this.#notify);
    });
  }

  async chooseOutputFolder(): Promise<boolean> {
    const picked = await this.#outputs.chooseFolder();
    if (picked.kind === 'picked') this.#outputFolder = picked.value;
    if (picked.kind === 'refused')
      this.#notify({ kind: 'error', text: `Couldn't choose a folder: ${picked.reason}` });
    return picked.kind === 'picked';
  }

  /** Saves as `NAMESPACE_NNN.md` in the chosen folder. The first save asks for the folder. */
  saveNumbered(workspace: Handed): Promise<void> {
    return this.#withFocus(workspace, () => this.#saveNumbered(workspace));
  }

  async #saveNumbered(workspace: Handed): Promise<void> {
    if (this.#outputFolder === undefined && !(await this.chooseOutputFolder())) return;
    const folder = this.#outputFolder;
    if (folder === undefined) return;
    await this.#handOver('save', workspace, 'whole', async (assembling) => {
      if (!(await this.#outputs.canWrite(folder))) {
        this.#notify({
          kind: 'error',
          text: `The browser denied write access to ${folder.name}. Choose the folder again.`,
        });
        this.#outputFolder = undefined;
        return undefined;
      }
      const document = await assembling;
      const name = nextOutputName(this.#settings.data.namespace, await this.#outputs.namesIn(folder));
      const written = await this.#outputs.writeNew(folder, name, document.blob);
      if (written.kind === 'written') return { by: 'save', what: `Saved ${name} in ${folder.name}` };
      this.#notify({ kind: 'error', text: `Couldn't save ${name}: ${written.reason}` });
      return undefined;
    });
  }

  #withFocus(workspace: Handed, handOver: () => Promise<void>): Promise<void> {
    const next = () => this.#withSummaries(workspace, handOver);
    return workspace.document.lacksFocus ? this.#focus.ask(workspace, 'focus', next) : next();
  }

  #withSummaries(workspace: Handed, handOver: () => Promise<void>): Promise<void> {
    const paths = this.#endpoint.isSetUp ? workspace.summariesToAsk() : [];
    return paths.length > 0 ? this.#summaries.ask(workspace, paths, handOver) : handOver();
  }

  #singleName(workspace: Handed, format?: MessagesFormat): string {
    const name = workspace.name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'context';
    return format === undefined || format === 'text' ? `${name}.md` : `${name}.${format}.json`;
  }

  #handOver(
    verb: Verb,
    workspace: Handed,
    part: HandedPart,
    deliver: Deliver,
    options?: HandoverOptions,
  ): Promise<void> {
    return this.#guarded(verb, workspace, () => this.#output(workspace, part, deliver, options));
  }

  /** Tells the user once it is recorded, so that the next export can begin. */
  async #output(
    workspace: Handed,
    part: HandedPart,
    deliver: Deliver,
    options?: HandoverOptions,
  ): Promise<void> {
    let told: { readonly document: HandedDocument; readonly outcome: Outcome } | undefined;
    const remember = (document: HandedDocument): HandedDocument => {
      this.#lastOf.set(workspace, withoutTexts(document));
      return document;
    };
    await workspace.output.handOver(
      part,
      async (assembling) => {
        const remembered = assembling.then(remember);
        const outcome = await deliver(remembered);
        if (outcome !== undefined) told = { document: await remembered, outcome };
        return outcome?.by;
      },
      options,
    );
    if (told === undefined) return;
    const { chatProfile, chatProfiles } = this.#settings.data;
    const profiles = [...chatProfiles, ...CHAT_PROFILES, profileFor(workspace.tokens.model)];
    const chat = profiles.find(({ name }) => name === chatProfile);
    const onfit = () => void this.fit(workspace);
    this.#notify(handoverNotice(told.document, told.outcome, { workspace, chat, onfit }));
  }

  async #guarded(verb: Verb, workspace: Handed, work: () => Promise<void>): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await work();
    } catch (error) {
      if (error instanceof OpenSecrets) {
        const goOn = () => this.#guarded(verb, workspace, work);
        this.#heldExports.hold({ workspace, verb, secrets: error.secrets, goOn });
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      this.#notify({ kind: 'error', text: `Couldn't ${verb} the document: ${reason}` });
    } finally {
      this.#running = false;
    }
  }
}

/** The text that the user gets. */
function textOf({ blob, update, messages }: HandedDocument): Blob {
  return messages ?? update?.blob ?? blob;
}

function withoutTexts(document: HandedDocument): HandedOver {
  const { blob: _blob, messages: _messages, update: _update, state: _state, ...handedOver } = document;
  return handedOver;
}

/** Changes whenever the question about focus files must be asked again. */
function focusKey({ composition: { revision, options } }: Handed): string {
  return [revision, options.agentTier, options.strategy].join();
}

/** Changes whenever the question about summaries must be asked again. */
function summariesKey(workspace: Handed): string {
  return workspace.summariesToAsk().join('\n');
}

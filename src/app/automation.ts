import type { App } from './app.svelte';
import { detailsOf } from './fileDetails';
import { MOST_CHARACTERS } from '../core/urls/pageText';
import { MODES } from '../core/views/registry';
import { shelfText, type ShareFormat } from './presets/presetSharing.svelte';
import type { DiffStart } from '../core/settings/settings';
import { selectChanged } from './files/selectChanged';
import type { FitScope } from './fit/fitProposal.svelte';
import type { FitResult } from './fit/fitResult';
import { bytesToByteString } from '../core/git/byteString';
import type { ReportedReply } from './replies/replyReport';
import { counted } from '../core/counted';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import type { MessagesFormat } from '../core/apiMessages/format';
import type { HandedOver } from './handover/handover.svelte';
import type { HandedDocument } from './conversation/turns.svelte';
import type { FoundSecret, RankedFile, UsedFiles } from './ports/engine';
import type { Offered } from './presets/offered';
import type { ImportWishes } from './presets/presetImport';
import type { PresetPlan } from './presets/presetPlan';
import type { Import } from '../core/presets/importers/importer';
import type { ReportedLayers } from './layersReport';
import { presetOf } from './presets/presets.svelte';
import { staysHere } from './presets/staysHere';
import { OpenSecrets } from './secrets/secretChoices.svelte';
import type { Workspace } from './workspace.svelte';
import { withHiddenSecrets } from './withHiddenSecrets';
import { reportOf, slicesOf, type Report, type ReportedImport } from './report';

/** The app's API for scripts: `globalThis.strata` in the page. */
export interface Automation {
  /** Resolves once the open folder is read and counted and the document's totals are final. */
  whenIdle(): Promise<void>;
  /** Ticks the files that a glob matches. Resolves to their number. */
  tick(glob: string): Promise<number>;
  untick(glob: string): Promise<number>;
  /** Ticks the files that git says have changed, except those that rules leave out. */
  tickChanged(start: DiffStart): Promise<void>;
  /** Shows all ticked files in a mode. */
  setMode(mode: string): Promise<void>;
  /** Sets a setting by its key in preset files. Rejects if the value is invalid. */
  set(key: string, text: string): Promise<void>;
  /** Applies a persona's settings. */
  setPersona(name: string): Promise<void>;
  /** Adds a file of the folder by its path, or another file, to the screenshots. Rejects if it can't be one. */
  addScreenshot(file: string | File): Promise<void>;
  /** Marks ticked files as focus files by name, path, or part of a path. Resolves to their number. */
  focus(name: string): Promise<number>;
  /** Imports a preset from a text and applies it. Rejects if the import is refused. */
  applyPreset(text: string, fileName: string): Promise<void>;
  /** The same for a persona. */
  applyPersona(text: string, fileName: string): Promise<void>;
  /** Imports conversations from a text or file of any known format. Resolves to the number of messages; rejects if there are none. */
  importConversation(source: string | Blob): Promise<number>;
  /** Adds a file of the folder, or another one as an attachment, as a document. */
  addDocument(source: string | File): Promise<void>;
  /** Adds the task that was copied and the answer to it to the discussion. Rejects if none was copied. */
  addAnswer(text: string): Promise<void>;
  /** Reads a reply and accepts its sure edits, or all that have a place. */
  readReply(text: string, accepted: 'sure' | 'all'): Promise<void>;
  /** Writes the accepted edits to the folder. Rejects if they are not all written. */
  writeReply(): Promise<void>;
  /** The accepted edits as a patch, one character a byte. */
  replyPatch(): Promise<string>;
  /** Uses a text for the URL at this place in the task, counted from 0. Rejects if there is none, or the text can't be used. */
  pasteUrl(index: number, text: string): Promise<void>;
  /** Replaces the oldest messages of the discussion by a summary by rules. Resolves to their number; rejects if all stay. */
  compress(): Promise<number>;
  /** The composition as a preset. */
  exportPreset(name: string, format: ShareFormat): Promise<string>;
  /** The files that are most likely for the task and not selected, at most `limit`. Rejects if there is no task. */
  suggest(limit: number): Promise<readonly SuggestedFile[]>;
  /**
   * Ticks the files that a file uses within this many steps. Resolves to the newly ticked ones; rejects if there is no
   * such file.
   */
  tickNeeded(path: string, steps: number): Promise<readonly RepoPath[]>;
  /** The files that each file uses. */
  links(): Promise<readonly UsedFiles[]>;
  /** Applies the proposal for a budget in tokens. Rejects if there is no task, unless only the selected files are fitted. */
  fit(
    tokens: number,
    options: { readonly focused: boolean; readonly scope: FitScope },
  ): Promise<FittedDocument>;
  /** From now on, adds a report on each turn of the open folder. */
  recordLayers(): Promise<void>;
  /** The document in parts of at most so many tokens. Rejects if the limit is too small. */
  parts(tokens: number): Promise<readonly string[]>;
  /** The document as messages, without counting it as handed over. Rejects if it shows files that have no text. */
  messages(format: MessagesFormat): Promise<string>;
  /** Masks all secrets from now on, or lets them all out. */
  decideSecrets(policy: 'mask' | 'off'): Promise<void>;
  /** The number of secrets without a decision that held something back. */
  heldSecrets(): number;
  report(): Promise<Report>;
}

/** An applied proposal: its rows, the document's tokens, and by how much the files set by hand exceed the budget. */
export interface FittedDocument extends Pick<FitResult, 'rows' | 'tokens' | 'excess'> {
  readonly budget: number;
  /** True if the document names all files. */
  readonly names: boolean;
}

export type SuggestedFile = Pick<RankedFile, 'path' | 'score' | 'reasons'>;

const NO_WISHES: ImportWishes = { presets: [], personas: [], ignorePatterns: [], keepSummaries: undefined };

export type PageState = 'loading' | 'landing' | 'busy' | 'idle';

export function pageState(app: App): PageState {
  const { workspace } = app;
  if (!app.ready) return 'loading';
  // Opening a folder replaces the one that is open.
  if (app.opening) return 'busy';
  if (workspace === undefined) return 'landing';
  return workspace.busy || workspace.run.measuring || workspace.document.pending || app.handover.running
    ? 'busy'
    : 'idle';
}

/** `nextState` resolves at the next change of the page's state. `errors` are those the page has caught so far. */
export function createAutomation(
  app: App,
  nextState: () => Promise<void>,
  errors: readonly string[],
): Automation {
  const open = () => {
    if (app.workspace === undefined) throw new Error('no folder is open');
    return app.workspace;
  };
  const imports: ReportedImport[] = [];
  /** Warnings about preset files that are missing, or that need a confirmation to be ticked. */
  const absent: string[] = [];
  const layers: ReportedLayers[] = [];
  let replied: ReportedReply | undefined;
  /** Secrets that held back what was not asked for on the screen. */
  let held: readonly FoundSecret[] = [];
  const holding = async <Made>(made: Promise<Made>): Promise<Made> => {
    try {
      return await made;
    } catch (error) {
      if (error instanceof OpenSecrets) held = error.secrets;
      throw error;
    }
  };
  const heldNow = () => app.heldExports.of(open())?.secrets ?? held;
  const take = async (offered: Offered, kind: 'preset' | 'persona') => {
    const { readOffered } = await import('./presets/presetImport');
    const read = await readOffered(offered);
    const where = offered.fileName === '' ? 'the text' : offered.fileName;
    if (read.kind === 'refused') throw new Error(`${where}: ${read.place}: ${read.reason}`);
    imports.push(reportedImport(where, read, kind));
    return read;
  };
  const whenIdle = async () => {
    do {
      while (pageState(app) !== 'idle') await nextState();
      await app.workspace?.shown();
      await app.flush();
    } while (pageState(app) !== 'idle');
  };
  const set = async (key: string, text: string) => {
    const { optionsFromText } = await import('../core/presets/settingText');
    const read = optionsFromText(key, text);
    if (read.kind === 'refused') throw new Error(read.reason);
    open().setOptions(read.options, `Set ${key}`);
    await whenIdle();
  };
  return {
    whenIdle,
    tick: (glob) => open().choices.tickMatching(glob, true),
    tickChanged: (start) => selectChanged(open(), start, (notice) => app.notify(notice)),
    untick: (glob) => open().choices.tickMatching(glob, false),
    setMode(name) {
      const mode = MODES.find((known) => known === name);
      if (mode === undefined) throw new Error(`there is no mode "${name}"; known: ${MODES.join(', ')}`);
      open().choices.setModeOfAll(mode);
      return whenIdle();
    },
    set,
    setPersona(name) {
      const persona = app.personas.byName(name);
      if (persona === undefined) {
        const known = app.personas.list.map((one) => one.name).join(', ');
        throw new Error(`there is no persona "${name}"; known: ${known}`);
      }
      app.personaActions.apply(open(), persona.value);
      return whenIdle();
    },
    async addScreenshot(file) {
      const { screenshots } = open();
      if (typeof file === 'string') {
        const parsed = parseRepoPath(file);
        if (parsed.kind === 'refused') throw new Error(`${file} ${parsed.reason}`);
        screenshots.addPaths([parsed.path]);
      } else {
        const [refused] = await screenshots.add([file]);
        if (refused !== undefined) throw new Error(refused);
      }
      await whenIdle();
    },
    async focus(name) {
      const found = open().choices.focusMatching(name);
      await whenIdle();
      return found;
    },
    async applyPreset(text, fileName) {
      const workspace = open();
      const { presetFrom } = await import('./presets/presetImport');
      const { lookForFiles, planPreset } = await import('./presets/presetPlan');
      const { presets, ignorePatterns = [] } = await take({ fileName, text }, 'preset');
      const [first] = presets;
      if (first === undefined) throw new Error(`${fileName} contains no preset`);
      const faults = await app.storeImport({ ...NO_WISHES, ignorePatterns });
      if (faults.length > 0) throw new Error(`${fileName}: ${faults.join('; ')}`);
      await whenIdle();
      const preset = await presetFrom(first, workspace);
      if (preset !== undefined) {
        const likely = await lookForFiles(workspace, preset);
        const plan = planPreset(workspace, preset, { likely });
        await app.presetActions.apply(preset, plan);
        absent.push(...absentFrom(plan, preset.name));
      }
      await whenIdle();
    },
    async applyPersona(text, fileName) {
      const [persona] = (await take({ fileName, text }, 'persona')).personas;
      if (persona === undefined) throw new Error(`${fileName} contains no persona`);
      app.personaActions.apply(open(), persona);
      await whenIdle();
    },
    async importConversation(source) {
      const workspace = open();
      const importing = workspace.conversation.startImport();
      await importing.look(new Blob([source]));
      const all = importing.found?.kind === 'found' ? [...importing.found.discussions.keys()] : [];
      const isDone = await importing.create(all);
      importing.close();
      if (!isDone && importing.found?.kind === 'refused')
        throw new Error(`the conversation can't be read: ${importing.found.reason}`);
      await whenIdle();
      return workspace.conversation.discussions.messages.length;
    },
    async addDocument(source) {
      const { documents } = open();
      if (typeof source !== 'string') await documents.add([source]);
      else {
        const parsed = parseRepoPath(source);
        if (parsed.kind === 'refused') throw new Error(`${source} ${parsed.reason}`);
        documents.addPaths([parsed.path]);
      }
      await whenIdle();
    },
    async addAnswer(text) {
      const { exchanges, attachments } = open().conversation;
      const refused = exchanges.answer(await attachments.takeOut(text)) ?? exchanges.commit();
      if (refused !== undefined) throw new Error(`the answer can't be added: ${refused}; copy a task first`);
      await whenIdle();
    },
    async readReply(text, accepted) {
      await whenIdle();
      const { reply } = open();
      const { replyReport } = await import('./replies/replyReport');
      await reply.read(text);
      if (reply.state.kind === 'failed') throw new Error(`the reply can't be read: ${reply.state.reason}`);
      if (accepted === 'sure') reply.acceptSure();
      else reply.acceptAll();
      replied = replyReport(reply);
    },
    async writeReply() {
      const result = await open().reply.write();
      if (result.kind !== 'done') throw new Error(`the edits can't be written: ${JSON.stringify(result)}`);
      await whenIdle();
    },
    async replyPatch() {
      const made = await open().reply.patch();
      if (made.kind === 'refused') throw new Error(`${made.path} ${made.reason}`);
      return bytesToByteString(made.patch);
    },
    async pasteUrl(index, text) {
      const { urls } = open().conversation;
      const url = urls.list[index]?.url;
      if (url === undefined) throw new Error(`the task has only ${counted(urls.list.length, 'URL')}`);
      const refused = await urls.paste(url, text);
      if (refused !== undefined) throw new Error(`${url}: ${refused}`);
      await whenIdle();
    },
    async compress() {
      const { compressions } = open().conversation;
      await compressions.start();
      const { open: made } = compressions;
      if (made === undefined) throw new Error('there is nothing to compress: all messages stay');
      const isSaved = made.failure === undefined && made.save();
      compressions.close();
      if (!isSaved) throw new Error(made.failure ?? 'the discussion has changed meanwhile');
      await whenIdle();
      return made.fold.covers.length;
    },
    async exportPreset(name, format) {
      const { composition, secrets } = open();
      const text = await shelfText({ presets: [presetOf(composition, name)] }, format);
      const stays = staysHere(composition.options);
      if (stays !== '') absent.push(`preset ${name}: ${stays}`);
      const [masked = ''] = await holding(secrets.mask([{ key: name, text }]));
      return masked;
    },
    async suggest(limit) {
      await whenIdle();
      const { likely } = open();
      if (!likely.hasTask) throw new Error('there is no task to suggest files for');
      const files = await likely.suggest(limit);
      return files.map(({ path, score, reasons }) => ({ path, score, reasons }));
    },
    async tickNeeded(text, steps) {
      await whenIdle();
      const { choices, composition, references, tree } = open();
      const file = tree.byPath(text);
      if (file?.kind !== 'file') throw new Error(`there is no file ${text}`);
      const wanted = { paths: [file.path], direction: 'uses', steps } as const;
      const { paths } = await references.whenRead(() => references.related(wanted));
      const added = paths.filter((path) => composition.item(path) === undefined);
      choices.selectAll(added, `Add what ${file.name} needs`);
      await whenIdle();
      return added.filter((path) => composition.item(path) !== undefined);
    },
    async links() {
      await whenIdle();
      return (await open().references.all()).links;
    },
    async fit(tokens, { focused, scope }) {
      await whenIdle();
      const workspace = open();
      const { FitProposal } = await import('./fit/fitProposal.svelte');
      const proposal = new FitProposal(workspace, () => undefined);
      if (scope === 'folder' && proposal.task === undefined)
        throw new Error('there is no task to fit files for');
      const { plan } = proposal;
      plan.budget = tokens;
      plan.withFocused = focused;
      await proposal.start(scope);
      while (proposal.state.kind === 'ready') {
        const { rows, tokens: total, excess } = plan.result;
        const fitted = { budget: tokens, rows, tokens: total, excess, names: plan.listsNames };
        if (!(await proposal.confirm())) continue;
        await proposal.apply();
        return whenIdle().then(() => fitted);
      }
      throw new Error(proposal.state.kind === 'failed' ? proposal.state.reason : 'the proposal was canceled');
    },
    async recordLayers() {
      const workspace = open();
      const { layersOf } = await import('./layersReport');
      let next: ReportedLayers | undefined;
      workspace.output.stepping.subscribe(() => (next = layersOf(workspace)));
      workspace.output.stepped.subscribe(() => {
        if (next !== undefined) layers.push(next);
      });
    },
    async parts(tokens) {
      await whenIdle();
      const { documentParts } = open();
      await holding(documentParts.start({ limit: tokens, unit: 'tokens', before: '', after: '' }));
      const split = documentParts.division?.split;
      if (split?.kind !== 'parts') throw new Error(`parts of ${tokens} tokens are too small`);
      return split.parts.map(({ text }) => text);
    },
    async messages(format) {
      await whenIdle();
      let text = '';
      const read = async (assembling: Promise<HandedDocument>): Promise<undefined> => {
        text = (await (await assembling).messages?.text()) ?? '';
      };
      await holding(open().output.handOver('whole', read, { form: format }));
      return text;
    },
    async decideSecrets(policy) {
      const { secrets } = open();
      if (policy === 'mask') secrets.maskAll();
      else await secrets.setOff(true);
    },
    heldSecrets: () => heldNow().filter(({ decision }) => decision === 'open').length,
    async report() {
      await whenIdle();
      const workspace = open();
      const work = await workspace.workDone();
      const details = await detailsOf(workspace, [...workspace.composition.paths]);
      const messageTokens = await workspace.conversation.discussions.tokens.ofAll(
        workspace.conversation.discussions.seen,
      );
      const report = reportOf(workspace, {
        ...{
          last: app.handover.lastOf(workspace),
          held: heldNow(),
          work,
          errors,
          details,
          imports,
          absent: [
            ...absent,
            ...urlWarnings(workspace),
            ...(await issueWarnings(workspace)),
            ...documentWarnings(workspace),
            ...screenshotWarnings(workspace, app.handover.lastOf(workspace)),
          ],
          messageTokens,
          layers,
          reply: replied,
        },
        slices: await slicesOf(workspace),
        prompt: await workspace.prompt.measured(),
      });
      return withHiddenSecrets(report, (texts) => workspace.secrets.hidden(texts));
    },
  };
}

/** URLs in the task that the document has no text of, or only a part. */
function urlWarnings({ conversation, composition }: Workspace): readonly string[] {
  if (composition.options.urls === 'off') return [];
  return conversation.urls.list.flatMap(({ url, page }) => {
    if (page === undefined) return [`${url}: only the address is in the document; its text was not given`];
    return page.isCut ? [`${url}: only the first ${MOST_CHARACTERS} characters are in the document`] : [];
  });
}

/** Problems that leave gaps in the section about issues. */
async function issueWarnings({ issues }: Workspace): Promise<readonly string[]> {
  if (!issues.isOn) return [];
  const found = await issues.read();
  switch (found.kind) {
    case 'found':
      return found.warnings.map((warning) => `${found.path}: ${warning}`);
    case 'failed':
      return [`${found.path}: ${found.reason}`];
    case 'unexported':
      return ['.beads: the issues are not exported; run bd export -o .beads/issues.jsonl'];
    case 'absent':
      return ['.beads/issues.jsonl: not in this folder'];
  }
}

/** Documents that are missing or have gaps. */
function documentWarnings({ documents }: Workspace): readonly string[] {
  return documents.list.flatMap(({ name, state }) => {
    if (state.kind === 'failed') return [`${name}: ${state.reason}`];
    if (state.kind !== 'converted' || state.emptyPages === 0) return [];
    return [`${name}: ${counted(state.emptyPages, 'page')} without text`];
  });
}

/** Images that the document lacks, and those that it only links to. */
function screenshotWarnings({ screenshots }: Workspace, last: HandedOver | undefined): readonly string[] {
  return [
    ...screenshots.list.flatMap(({ name, image }) => (typeof image === 'string' ? `${name} ${image}` : [])),
    ...(last?.toAttach ?? []).map(({ title }) => `${title}: attach this image in the chat`),
  ];
}

/** The import of the first preset or persona, which is the only one applied. */
function reportedImport(file: string, read: Import, kind: 'preset' | 'persona'): ReportedImport {
  const { imported, ignored, refused, presets, personas } = read;
  const [first, ...others] = kind === 'preset' ? presets.map(({ preset }) => preset) : personas;
  const unused = others.map(({ name }) => `“${name}” is ignored; only “${first?.name}” is applied`);
  return {
    file,
    imported,
    ignored: [...ignored, ...unused],
    refused: refused.map(({ place, reason }) => `${place}: ${reason}`),
  };
}

function absentFrom({ gone, missingAdded, asked }: PresetPlan, preset: string): readonly string[] {
  const why = 'but not selected because it may contain secrets or is very large';
  return [
    ...[...gone.map(({ path }) => path), ...missingAdded].map(
      (path) => `${path}: in preset ${preset}, but not in this folder`,
    ),
    ...asked.map((path) => `${path}: in preset ${preset}, ${why}`),
  ];
}

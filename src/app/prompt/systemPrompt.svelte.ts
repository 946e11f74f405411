import {
  instructionNames,
  promptRequest,
  requestOfPart,
  requestOfText,
} from '../../core/document/promptRequest';
import type { RepoPath } from '../../core/files/repoPath';
import { isKnownRole } from '../../core/conversation/roles';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import { fragmentNameFault, withFragment, type Fragment } from '../../core/prompt/fragment';
import { foldersAbove } from '../../core/prompt/instructionFiles';
import { PROMPT_PARTS, type PromptPart } from '../../core/prompt/parts';
import { editInstructions, requestInstructions } from '../../core/requests/instructions';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { Discussions } from '../conversation/discussions.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { Engine } from '../ports/engine';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import { CountedTexts, type CountedText } from './countedTexts.svelte';
import { foundInstructions } from './instructionFiles';

interface Parts {
  readonly composition: Composition;
  readonly conversation: { readonly discussions: Pick<Discussions, 'messages'> };
  readonly document: DocumentModel;
  readonly tree: FileTree;
  readonly changes: Pick<FileChanges, 'revision'>;
  readonly reading: Pick<FolderReading, 'outdated'>;
}

export interface FoundInstruction {
  readonly path: RepoPath;
  readonly ticked: boolean;
}

/** A part of the app's, or a text of the user's own. Its tokens are those it has alone. */
export interface MeasuredPart {
  readonly name: string;
  readonly on: boolean;
  readonly tokens: number;
}

/** The name of the text about replies. */
const REPLIES = 'Edits and requests';
const REPLY_INSTRUCTIONS = `${editInstructions}\n\n${requestInstructions}`;

/** An import can have any number of roles. */
const MOST_OFFERED = 8;

/** The parts of the system prompt: their texts, tokens and switches. Every verb is one undo step. */
export class SystemPrompt {
  readonly #parts: Parts;
  readonly #texts: CountedTexts;
  readonly #folders: ReadonlySet<string> = $derived.by(() => foldersAbove(this.#parts.composition.paths));
  /** Depends on the ticked files only, because it visits all of them. */
  readonly #instructionNames: string = $derived.by(() => instructionNames(this.#parts.composition));

  constructor(engine: Pick<Engine, 'renderText' | 'countTexts'>, parts: Parts) {
    this.#parts = parts;
    this.#texts = new CountedTexts(engine);
    parts.reading.outdated.subscribe(() => this.#texts.clear());
  }

  /** The texts of the user's own. */
  get fragments(): readonly Fragment[] {
    return this.#options.fragments;
  }

  /** The instruction files that apply to the ticked files, nearest first. */
  get instructionFiles(): readonly FoundInstruction[] {
    const { tree, composition } = this.#parts;
    void this.#parts.changes.revision;
    return foundInstructions(tree, this.#folders).map((path) => ({
      path,
      ticked: composition.item(path) !== undefined,
    }));
  }

  /** The first roles in the discussion that are names of participants and not listed yet. */
  get newParticipants(): readonly string[] {
    const listed = new Set(this.#options.participants.map(({ id }) => id));
    const roles = new Set(this.#parts.conversation.discussions.messages.map(({ role }) => role));
    return [...roles].filter((role) => !isKnownRole(role) && !listed.has(role)).slice(0, MOST_OFFERED);
  }

  isOn(part: PromptPart): boolean {
    return !this.#options.promptOff.has(part);
  }

  /**
   * A part alone, as if it was switched on; undefined until counted. Never the list of files while it is off, because the
   * summaries in it take long to make.
   */
  counted(part: PromptPart): CountedText | undefined {
    if (part === 'workspace' && !this.isOn(part)) return undefined;
    return this.#texts.of(`part ${part}`, this.#versionOf(part), () =>
      requestOfPart(this.#parts.document.sectionInput, part),
    );
  }

  countedFragment({ name, text }: Fragment): CountedText | undefined {
    return this.#texts.of(`fragment ${name}`, text, () => requestOfText(text));
  }

  /** All parts that are not empty, in order. The list of files only if it is on. */
  async measured(): Promise<readonly MeasuredPart[]> {
    const { sectionInput } = this.#parts.document;
    const parts = [
      ...PROMPT_PARTS.filter((part) => part !== 'workspace' || this.isOn(part)).map((part) => ({
        ...{ name: part as string, on: this.isOn(part) },
        request: requestOfPart(sectionInput, part),
      })),
      ...this.fragments.map(({ name, text, isOff }) => ({ name, on: !isOff, request: requestOfText(text) })),
    ];
    const counted = await this.#texts.count(parts.map(({ request }) => request));
    return parts
      .map(({ name, on }, at) => ({ name, on, tokens: counted[at]?.tokens ?? 0 }))
      .filter(({ tokens }) => tokens > 0);
  }

  /** The whole prompt as one chat message. */
  get message(): CountedText | undefined {
    return this.#texts.of('message', this.#version, () =>
      promptRequest(this.#parts.document.sectionInput, 'message'),
    );
  }

  /** Switches a part on or off. The switch for instruction files also ticks them, and unticks those that it ticked. */
  switchPart(part: PromptPart, on: boolean, label: string): void {
    const promptOff = new Set(this.#options.promptOff);
    if (on) promptOff.delete(part);
    else promptOff.add(part);
    const ticks = part === 'instructions' ? this.#tickInstructions(on) : {};
    this.#apply(
      { ...ticks, options: { ...ticks.options, promptOff } },
      `${on ? 'Include' : 'Leave out'} ${label.toLowerCase()}`,
    );
  }

  /** Ticks the instruction files that are not ticked yet. */
  selectInstructions(): void {
    this.#apply(this.#tickInstructions(true), 'Select instruction files');
  }

  /** Adds a text under a free name and returns the name. */
  add(wanted: string): string {
    const name = freeName(wanted, this.fragments);
    this.#setFragments([...this.fragments, { name, text: '', isOff: false }], `Add ${name}`);
    return name;
  }

  /** Sets a text; see `withFragment`. */
  set(name: string, text: string): void {
    this.#setFragments(withFragment(this.fragments, name, text), `Set ${name}`);
  }

  /** Changes a text while the user types. A blank text stays until it is removed. */
  edit(name: string, text: string): void {
    this.#change(name, { text }, `Edit ${name}`, `fragment/${name}`);
  }

  /** Returns why the text can't have the name, as the end of a sentence; undefined if it has it now. */
  rename(name: string, next: string): string | undefined {
    if (name === next) return undefined;
    const isTaken = this.fragments.some((fragment) => fragment.name === next);
    const fault = isTaken ? 'belongs to another text' : fragmentNameFault(next);
    if (fault === undefined) this.#change(name, { name: next }, `Rename ${name}`);
    return fault;
  }

  switchFragment(name: string, on: boolean): void {
    this.#change(name, { isOff: !on }, `${on ? 'Include' : 'Leave out'} ${name}`);
  }

  remove(name: string): void {
    this.#setFragments(withFragment(this.fragments, name, ''), `Delete ${name}`);
  }

  /** Whether the prompt tells the model how to write edits and ask for files. */
  get tellsReplies(): boolean {
    return this.fragments.some(({ name, isOff }) => name === REPLIES && !isOff);
  }

  /** That text, in the user's words if these have been changed. */
  get countedReplies(): CountedText | undefined {
    const { text = REPLY_INSTRUCTIONS } = this.fragments.find(({ name }) => name === REPLIES) ?? {};
    return this.countedFragment({ name: REPLIES, text, isOff: false });
  }

  /** Adds that text, or switches it. */
  tellReplies(on: boolean): void {
    if (this.fragments.some(({ name }) => name === REPLIES)) this.switchFragment(REPLIES, on);
    else if (on) this.set(REPLIES, REPLY_INSTRUCTIONS);
  }

  setParticipants(participants: CompositionOptions['participants'], mergeKey?: string): void {
    this.#apply({ options: { participants } }, 'Edit participants', mergeKey);
  }

  get #options(): CompositionOptions {
    return this.#parts.composition.options;
  }

  /** Changes when the text of the part may have. The list of files is large, so its text is not compared. */
  #versionOf(part: PromptPart): unknown {
    const options = this.#options;
    switch (part) {
      case 'global':
        return this.#parts.document.sectionInput.globalInstructions;
      case 'folder':
        return options.instructions;
      case 'persona':
        return options.systemPrompt;
      case 'workspace':
        return this.#version;
      case 'participants':
        return options.participants;
      case 'instructions':
        return this.#instructionNames;
    }
  }

  /** Changes with the text of the section. */
  get #version(): string {
    return this.#parts.document.blocks.find(({ section }) => section === 'instructions')?.version ?? '';
  }

  #tickInstructions(on: boolean): CompositionChange {
    const { composition, tree } = this.#parts;
    const { switchedInstructions } = this.#options;
    if (!on) {
      const items = [...switchedInstructions].map((path) => [path as RepoPath, undefined] as const); // each was an item
      return { items: new Map(items), options: { switchedInstructions: new Set() } };
    }
    const paths = foundInstructions(tree, this.#folders).filter(
      (path) => composition.item(path) === undefined,
    );
    return {
      items: new Map(paths.map((path) => [path, composition.newItem(path)] as const)),
      options: { switchedInstructions: new Set([...switchedInstructions, ...paths]) },
    };
  }

  #change(name: string, change: Partial<Fragment>, step: string, mergeKey?: string): void {
    const fragments = this.fragments.map((one) => (one.name === name ? { ...one, ...change } : one));
    this.#setFragments(fragments, step, mergeKey);
  }

  #setFragments(fragments: readonly Fragment[], step: string, mergeKey?: string): void {
    this.#apply({ options: { fragments } }, step, mergeKey);
  }

  #apply(change: CompositionChange, step: string, mergeKey?: string): void {
    this.#parts.composition.apply(change, step, mergeKey);
  }
}

function freeName(wanted: string, fragments: readonly Fragment[]): string {
  const names = new Set(fragments.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}

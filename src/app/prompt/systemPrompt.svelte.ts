import { promptRequest, requestOfPart, requestOfText } from '../../core/document/promptRequest';
import type { RepoPath } from '../../core/files/repoPath';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import { withFragment, type Fragment } from '../../core/prompt/fragment';
import type { PromptPart } from '../../core/prompt/parts';
import type { PromptForm } from '../../core/prompt/workspaceList';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { DocumentModel } from '../document/document.svelte';
import type { Engine } from '../ports';
import type { FileTree } from '../tree/fileTree';
import { foundInstructions } from './instructionFiles';
import { PartTokens } from './partTokens.svelte';

interface Parts {
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly tree: FileTree;
  /** Rises with every change of the tree. */
  readonly revision: number;
}

export interface FoundInstruction {
  readonly path: RepoPath;
  readonly ticked: boolean;
}

/** The parts of the system prompt: their texts, tokens and switches. Every verb is one undo step. */
export class SystemPrompt {
  readonly #engine: Pick<Engine, 'renderText'>;
  readonly #parts: Parts;
  readonly #tokens: PartTokens;

  constructor(engine: Pick<Engine, 'renderText' | 'countTexts'>, parts: Parts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#tokens = new PartTokens(engine);
  }

  /** The texts of the user's own. */
  get fragments(): readonly Fragment[] {
    return this.#options.fragments;
  }

  /** The instruction files that apply to the ticked files, nearest first. */
  get instructionFiles(): readonly FoundInstruction[] {
    const { tree, composition } = this.#parts;
    void this.#parts.revision;
    return foundInstructions(tree, composition.paths).map((path) => ({
      path,
      ticked: composition.item(path) !== undefined,
    }));
  }

  isOn(part: PromptPart): boolean {
    return !this.#options.promptOff.has(part);
  }

  /** Tokens of a part as if it was switched on; undefined until counted. */
  tokensOf(part: PromptPart): number | undefined {
    const { sectionInput } = this.#parts.document;
    const version = part === 'workspace' ? this.#version : '';
    return this.#tokens.of(`part ${part}`, requestOfPart(sectionInput, part), version);
  }

  tokensOfFragment({ name, text }: Fragment): number | undefined {
    return this.#tokens.of(`fragment ${name}`, requestOfText(text), '');
  }

  /** The whole prompt as one text. */
  text(form: PromptForm): Promise<string> {
    return this.#engine.renderText(promptRequest(this.#parts.document.sectionInput, form));
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

  /** Returns false if another text has the name. */
  rename(name: string, next: string): boolean {
    if (name === next) return true;
    if (this.fragments.some((fragment) => fragment.name === next)) return false;
    this.#change(name, { name: next }, `Rename ${name}`);
    return true;
  }

  switchFragment(name: string, on: boolean): void {
    this.#change(name, { isOff: !on }, `${on ? 'Include' : 'Leave out'} ${name}`);
  }

  remove(name: string): void {
    this.#setFragments(withFragment(this.fragments, name, ''), `Delete ${name}`);
  }

  setParticipants(participants: CompositionOptions['participants'], mergeKey?: string): void {
    this.#apply({ options: { participants } }, 'Edit participants', mergeKey);
  }

  get #options(): CompositionOptions {
    return this.#parts.composition.options;
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
    const paths = foundInstructions(tree, composition.paths).filter(
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

/** The state of the palette: what is typed, and what it finds. The first character chooses what to search. */
import type { Command } from '../../../app/commands';
import { selectOnly, suggestFiles } from '../../../app/files/suggestions';
import { linesOf } from '../../../app/slices/slices';
import type { Workspace } from '../../../app/workspace.svelte';
import { latestWins } from '../../../core/async/latestWins';
import type { RepoPath } from '../../../core/files/repoPath';
import type { LineRange } from '../../../core/slices/customSlice';
import { parseLineReference } from '../../../core/slices/lineReference';
import type { FoundSymbol } from '../../../core/symbols/rankSymbols';
import { keysLabel } from '../../shared/keymap';
import { TEXT } from './text';

export type PaletteMode = 'files' | 'commands' | 'symbols';

export const PREFIX: Readonly<Record<PaletteMode, string>> = { files: '', commands: '>', symbols: '@' };

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Shown small before the label. */
  readonly kind?: string;
  readonly hint: string;
  readonly choose: () => void;
  /** Adds it to the document. Absent for commands. */
  readonly select?: () => void;
}

export interface PaletteParts {
  readonly commands: readonly Command[];
  /** Returns commands to list after those. */
  readonly more: () => readonly Command[];
  readonly workspace: Workspace | undefined;
  readonly onfile: (path: string, line?: number) => void;
  readonly onslice: (path: RepoPath, lines: LineRange) => void;
}

interface Found {
  readonly choices: readonly Choice[];
  /** How many match; more than are listed. */
  readonly matches: number;
}

const SHOWN = 50;
/** Enough for all commands of the app; presets may add thousands. */
const MAX_COMMANDS = 100;
const NOTHING: Found = { choices: [], matches: 0 };

export class PaletteSearch {
  readonly #parts: PaletteParts;
  #text = $state('');
  #active = $state(0);
  #answer = $state.raw<Found>(NOTHING);
  readonly #begin = latestWins();
  /** Resolves when the choices match the text. */
  #finding = Promise.resolve();

  readonly mode: PaletteMode = $derived(modeOf(this.#text));
  readonly #found: Found = $derived(this.mode === 'commands' ? this.#commands() : this.#answer);

  constructor(parts: PaletteParts, mode: PaletteMode) {
    this.#parts = parts;
    this.#text = PREFIX[mode];
  }

  get text(): string {
    return this.#text;
  }

  /** The text after the prefix. */
  get query(): string {
    return this.#text.slice(PREFIX[this.mode].length).trim();
  }

  get choices(): readonly Choice[] {
    return this.#found.choices;
  }

  /** How many matches are not listed. */
  get more(): number {
    return this.#found.matches - this.choices.length;
  }

  get active(): number {
    return Math.min(this.#active, Math.max(0, this.choices.length - 1));
  }

  point(index: number): void {
    this.#active = index;
  }

  step(by: 1 | -1): void {
    const count = this.choices.length;
    if (count > 0) this.#active = (this.active + by + count) % count;
  }

  type(text: string): void {
    if (modeOf(text) !== this.mode) this.#answer = NOTHING;
    this.#text = text;
    this.#active = 0;
    this.search();
  }

  /** Searches again, because there may be more to find. */
  search(): void {
    this.#finding = this.#find();
  }

  /** The active choice for what is typed now; undefined if the user types on before it is known. */
  async settled(): Promise<Choice | undefined> {
    const text = this.#text;
    await this.#finding;
    return text === this.#text ? this.choices[this.active] : undefined;
  }

  #commands(): Found {
    const { commands, more } = this.#parts;
    const wanted = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = [...commands, ...more()].filter(({ enabled, title }) => {
      const lower = title.toLowerCase();
      return enabled && wanted.every((word) => lower.includes(word));
    });
    return { choices: matching.slice(0, MAX_COMMANDS).map(commandChoice), matches: matching.length };
  }

  async #find(): Promise<void> {
    const isLatest = this.#begin();
    const { workspace } = this.#parts;
    if (this.mode === 'commands' || workspace === undefined) return;
    await workspace.run.guarded(async () => {
      const found =
        this.mode === 'symbols' ? await this.#symbols(workspace, this.query) : await this.#files(workspace);
      if (found !== undefined && isLatest()) this.#answer = found;
    });
  }

  async #files(workspace: Workspace): Promise<Found | undefined> {
    const lines = parseLineReference(this.#text);
    const paths = await suggestFiles(workspace, lines?.path ?? this.query, SHOWN);
    if (paths.length === 0) return this.#symbolsOfFile(workspace);
    return { choices: paths.map((path) => this.#fileChoice(path, lines, workspace)), matches: paths.length };
  }

  /** `store.ts@get`, if no file's own name is like that. */
  async #symbolsOfFile(workspace: Workspace): Promise<Found | undefined> {
    const at = this.#text.lastIndexOf('@');
    const [file] = at < 1 ? [] : await suggestFiles(workspace, this.#text.slice(0, at), 1);
    return file === undefined ? NOTHING : this.#symbols(workspace, this.#text.slice(at + 1).trim(), file);
  }

  async #symbols(workspace: Workspace, query: string, file?: RepoPath): Promise<Found | undefined> {
    const found = await workspace.symbols.find({ query, limit: SHOWN, ...(file && { file }) });
    if (found === undefined) return undefined;
    return {
      choices: found.symbols.map((symbol) => this.#symbolChoice(symbol, workspace)),
      matches: found.matches,
    };
  }

  #fileChoice(path: RepoPath, lines: LineRange | undefined, workspace: Workspace): Choice {
    const { onfile, onslice } = this.#parts;
    const hint = workspace.composition.item(path) === undefined ? '' : TEXT.selected;
    return {
      ...{ key: path, label: path, hint: lines === undefined ? hint : TEXT.slice(linesOf(lines)) },
      choose: () => {
        if (lines === undefined) onfile(path);
        else onslice(path, lines);
      },
      select: () => {
        workspace.choices.select(path);
      },
    };
  }

  #symbolChoice(symbol: FoundSymbol, workspace: Workspace): Choice {
    const { file, path, kind, line } = symbol;
    return {
      ...{ key: JSON.stringify([file, path]), label: path, kind, hint: TEXT.place(file, line) },
      choose: () => {
        this.#parts.onfile(file, line);
      },
      select: () => {
        selectOnly(symbol, workspace);
      },
    };
  }
}

function modeOf(text: string): PaletteMode {
  if (text.startsWith(PREFIX.commands)) return 'commands';
  return text.startsWith(PREFIX.symbols) ? 'symbols' : 'files';
}

function commandChoice({ id, title, keys, run }: Command): Choice {
  return { key: id, label: title, hint: keys ? keysLabel(keys) : '', choose: run };
}

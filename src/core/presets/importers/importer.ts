import type { Persona } from '../persona';
import type { GlobRules } from '../globRules';
import type { PlainTable } from '../../outside/plainTree';
import type { Preset } from '../preset';
import type { Refusal, RefusedEntry } from '../../outside/refusal';

/** A text from outside, parsed and safe to read. */
export interface Source {
  /** Empty for what was pasted. */
  readonly fileName: string;
  readonly text: string;
  /** Undefined where the text is a list of patterns. */
  readonly tree: PlainTable | undefined;
}

export interface ImportedPreset {
  readonly preset: Preset;
  /** Files that are still to be found in the workspace, besides those of the preset. */
  readonly globs: GlobRules | undefined;
}

/** What a text holds for the app. The sentences are for its user. */
export interface Import {
  readonly kind: 'import';
  /** Ascending by name. */
  readonly presets: readonly ImportedPreset[];
  readonly personas: readonly Persona[];
  /** For the user's own ignore rules, in .gitignore syntax. */
  readonly ignorePatterns: readonly string[];
  /** Whether summaries are to be kept; undefined where nothing is said. */
  readonly keepSummaries: boolean | undefined;
  readonly taken: readonly string[];
  readonly left: readonly string[];
  /** Entries that are not taken for what they are. */
  readonly refused: readonly RefusedEntry[];
}

/** A format that can be read. */
export interface Importer {
  /** What a user calls it. */
  readonly format: string;
  reads(source: Source): boolean;
  read(source: Source): Import | Refusal;
}

export const NOTHING: Import = {
  kind: 'import',
  presets: [],
  personas: [],
  ignorePatterns: [],
  keepSummaries: undefined,
  taken: [],
  left: [],
  refused: [],
};

import type { Persona } from '../persona';
import type { GlobRules } from '../globRules';
import type { PlainTable } from '../../outside/plainTree';
import type { Preset } from '../preset';
import type { Refusal, RefusedEntry } from '../../outside/refusal';

/** An imported text that is parsed and safe to read. */
export interface Source {
  /** Empty for pasted text. */
  readonly fileName: string;
  readonly text: string;
  /** Undefined if the text is a list of patterns. */
  readonly tree: PlainTable | undefined;
}

export interface ImportedPreset {
  readonly preset: Preset;
  /** Patterns for more files, to be resolved in the workspace. */
  readonly globs: GlobRules | undefined;
}

/** The contents of an imported text, with sentences for the user. */
export interface Import {
  readonly kind: 'import';
  /** Ascending by name. */
  readonly presets: readonly ImportedPreset[];
  readonly personas: readonly Persona[];
  /** To be added to the user's own patterns, in .gitignore syntax. */
  readonly ignorePatterns: readonly string[];
  /** Value for the setting; undefined if the text does not name it. */
  readonly keepSummaries: boolean | undefined;
  /** Whether the project has the issues of the Beads tracker in its documents, unless the user decides about them. */
  readonly usesBeads: boolean;
  /** Sentences about the imported parts. */
  readonly imported: readonly string[];
  /** Sentences about the parts that cannot be imported. */
  readonly ignored: readonly string[];
  /** Invalid entries. */
  readonly refused: readonly RefusedEntry[];
}

/** Reads one format. */
export interface Importer {
  /** Name of the format on screens. */
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
  usesBeads: false,
  imported: [],
  ignored: [],
  refused: [],
};

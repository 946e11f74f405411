import { matchesRule, ruleTargets } from '../../ignore/ruleIndex';
import {
  parseAttributeFile,
  type Assignment,
  type AttributeFile,
  type AttributeValue,
} from './attributeFile';

/** The attributes of a repository. */
export interface Attributes {
  /** The .gitattributes files by folder; '' is the top level. */
  readonly byFolder: ReadonlyMap<string, AttributeFile>;
  /** `.git/info/attributes`. */
  readonly info?: AttributeFile;
  /** `core.ignoreCase`, for which the files must have been parsed. */
  readonly ignoreCase?: boolean;
}

/**
 * The attributes of a file by name, without those that are unspecified. The nearest file with a word on an attribute
 * wins, and its last line, after `.git/info/attributes`.
 */
export function attributesOf(attributes: Attributes, path: string): ReadonlyMap<string, boolean | string> {
  const files = filesFor(attributes, path);
  const targets = ruleTargets(path, false);
  const { segments } = attributes.ignoreCase === true ? targets.lower : targets.written;
  const decided = new Map<string, AttributeValue>();
  for (const { rules, depth } of files) {
    for (const { pattern, assignments } of rules.toReversed()) {
      if (pattern.foldersOnly || !matchesRule(pattern, segments, depth)) continue;
      assign(decided, assignments, (name) => macroNamed(files, name));
    }
  }
  const specified = new Map<string, boolean | string>();
  for (const [name, value] of decided) if (value !== undefined) specified.set(name, value);
  return specified;
}

const BUILT_IN = parseAttributeFile({ folder: '', text: '[attr]binary -diff -merge -text' });

/** The files with a word on a path, strongest first. */
function filesFor({ byFolder, info }: Attributes, path: string): readonly AttributeFile[] {
  const files: AttributeFile[] = info === undefined ? [] : [info];
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const file = byFolder.get(end < 0 ? '' : path.slice(0, end));
    if (file !== undefined) files.push(file);
    // `lastIndexOf` finds index 0 again and again.
    if (end <= 0) break;
  }
  files.push(BUILT_IN);
  return files;
}

type MacroLookup = (name: string) => readonly Assignment[] | undefined;

/** Later words win, so the last comes first here. Macros count only where they are set. */
function assign(
  decided: Map<string, AttributeValue>,
  assignments: readonly Assignment[],
  macroOf: MacroLookup,
): void {
  for (const { name, value } of assignments.toReversed()) {
    if (decided.has(name)) continue;
    decided.set(name, value);
    const macro = value === true ? macroOf(name) : undefined;
    if (macro !== undefined) assign(decided, macro, macroOf);
  }
}

function macroNamed(files: readonly AttributeFile[], name: string): readonly Assignment[] | undefined {
  for (const { macros } of files) {
    const macro = macros.get(name);
    if (macro !== undefined) return macro;
  }
  return undefined;
}

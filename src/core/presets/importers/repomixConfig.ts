import * as v from 'valibot';
import { counted } from '../../counted';
import { expandBraces, MAX_ALTERNATIVES } from '../../globs/braces';
import type { ViewMode } from '../../items/fileItem';
import { patternFault, type GlobLevel, type GlobRules } from '../globRules';
import type { PlainValue } from '../../outside/plainTree';
import { refuseIssue, type Preset } from '../preset';
import { placeOf, type Keys, type RefusedEntry } from '../../outside/refusal';
import { readIgnoreLines } from './ignoreLines';
import { NOTHING, type ImportedPreset, type Importer, type Source } from './importer';

/** repomix.config.json, which selects files and their detail by patterns. */
export const repomixConfig: Importer = {
  format: 'repomix configuration',
  reads: ({ tree, fileName }) =>
    tree !== undefined &&
    (/repomix[^/]*\.json\d?c?$/.test(fileName) ||
      namesRepomix(tree['$schema']) ||
      CONFIG_KEYS.filter((key) => key in tree).length > 1 ||
      isAllOf(Object.keys(tree), ['include', 'ignore'])),
  read(source) {
    const read = v.safeParse(configData, source.tree);
    return read.success ? importOf(read.output, source) : refuseIssue([], read.issues[0]);
  },
};

function isAllOf(keys: readonly string[], known: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => known.includes(key));
}

/** Checks for a string first: converting an untrusted table could call its own `toString`. */
function namesRepomix(schema: PlainValue | undefined): boolean {
  return typeof schema === 'string' && /\brepomix\b/.test(schema);
}

const CONFIG_KEYS = ['include', 'ignore', 'output', 'input', 'security', 'tokenCount'];

const patterns = v.optional(v.array(v.string()), []);

const configData = v.looseObject({
  include: patterns,
  ignore: v.optional(v.looseObject({ customPatterns: patterns }), {}),
  output: v.optional(
    v.looseObject({
      headerText: v.optional(v.string(), ''),
      compress: v.optional(v.boolean(), false),
      patterns: v.optional(
        v.array(
          v.looseObject({
            pattern: v.string(),
            compress: v.optional(v.boolean(), false),
            directoryStructureOnly: v.optional(v.boolean(), false),
          }),
        ),
        [],
      ),
    }),
    {},
  ),
});

type Config = v.InferOutput<typeof configData>;

function importOf(config: Config, { fileName }: Source) {
  const { include, ignore, output } = config;
  const refused: RefusedEntry[] = [];
  const isGood = (pattern: string, place: Keys, reason = patternFault(pattern)): boolean => {
    if (reason !== undefined)
      refused.push({ place: placeOf(place), reason: `${JSON.stringify(pattern)}: ${reason}` });
    return reason === undefined;
  };
  const globs = {
    include: include.filter((pattern, index) => isGood(pattern, ['include', index])).map(withoutClasses),
    levels: output.patterns
      .map(levelOf)
      .filter(({ pattern }, index) =>
        isGood(pattern, ['output', 'patterns', index], extendedFault(pattern) ?? patternFault(pattern)),
      ),
    mode: modeOf(output.compress),
  };
  // No patterns means all files, but if all patterns are refused, it must mean none.
  const meansNothing = include.length > 0 && globs.include.length === 0;
  const imported = { preset: presetOf(fileName, output.headerText), globs: meansNothing ? undefined : globs };
  const ignored = ignoredBy(ignore.customPatterns);
  return {
    ...NOTHING,
    presets: [imported],
    ignorePatterns: ignored.patterns,
    imported: importedFrom(imported, ignored.patterns),
    ignored: ignoredIn(config),
    refused: [...refused, ...ignored.refused],
  };
}

/** In `include` alone, repomix reads brackets and parentheses as parts of names, such as `app/(shop)/[id]`. */
function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\[^]|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}

/** Refuses extended globs, because matching them differently would select the wrong files. */
function extendedFault(pattern: string): string | undefined {
  return /[!?*+@]\(/.test(pattern) ? 'extended globs such as !(a) are not supported' : undefined;
}

/** Converts globs to .gitignore syntax, which has no braces and where `#` starts a comment. */
function ignoredBy(customPatterns: readonly string[]) {
  const refused: RefusedEntry[] = [];
  const lines: string[] = [];
  const places: string[] = [];
  for (const [index, pattern] of customPatterns.entries()) {
    const place = placeOf(['ignore', 'customPatterns', index]);
    const alternatives = expandBraces(pattern.replace(/^(?:\.\/)+/, ''));
    const fault =
      extendedFault(pattern) ??
      (alternatives === undefined
        ? `the braces expand to more than ${MAX_ALTERNATIVES} patterns`
        : undefined);
    if (fault !== undefined) refused.push({ place, reason: `${JSON.stringify(pattern)}: ${fault}` });
    else
      for (const line of alternatives ?? []) {
        lines.push(line.replace(/^#/, '\\#'));
        places.push(place);
      }
  }
  const read = readIgnoreLines(lines, (index) => places[index] ?? '');
  return { patterns: read.patterns, refused: [...refused, ...read.refused] };
}

function presetOf(fileName: string, headerText: string): Preset {
  return {
    name: 'repomix',
    description: fileName === '' ? 'From a repomix configuration' : `From ${fileName}`,
    files: [],
    screenshots: [],
    settings: headerText === '' ? {} : { instructions: headerText },
    unknown: {},
  };
}

function levelOf({
  pattern,
  compress,
  directoryStructureOnly,
}: Config['output']['patterns'][number]): GlobLevel {
  return { pattern, mode: directoryStructureOnly ? 'none' : modeOf(compress) };
}

function modeOf(compress: boolean): ViewMode {
  return compress ? 'skeleton' : 'full';
}

function importedFrom(
  { preset, globs }: ImportedPreset,
  ignorePatterns: readonly string[],
): readonly string[] {
  const all = globs?.mode === 'full' ? '' : ' as skeletons';
  const levels = globs?.levels ?? [];
  return [
    whichFiles(preset, globs) + (globs === undefined ? '' : all),
    ...(levels.length > 0 ? [`View modes from ${counted(levels.length, 'pattern')}`] : []),
    ...(preset.settings.instructions === undefined ? [] : ['Header text as instructions']),
    ...(ignorePatterns.length > 0
      ? [`${counted(ignorePatterns.length, 'ignore pattern')} to add to yours`]
      : []),
  ];
}

function whichFiles({ name }: Preset, globs: GlobRules | undefined): string {
  if (globs === undefined) return `Preset “${name}”: no files`;
  return globs.include.length > 0
    ? `Preset “${name}”: the files of ${counted(globs.include.length, 'pattern')}`
    : `Preset “${name}”: all files`;
}

function ignoredIn(config: Config): readonly string[] {
  const known: readonly [Keys, object, readonly string[]][] = [
    [[], config, ['$schema', 'include', 'ignore', 'output']],
    [['ignore'], config.ignore, ['customPatterns']],
    [['output'], config.output, ['headerText', 'compress', 'patterns']],
  ];
  return known.flatMap(([place, table, keys]) =>
    Object.keys(table)
      .filter((key) => !keys.includes(key))
      .map((key) => `${placeOf([...place, key])} is not supported`),
  );
}

import * as v from 'valibot';
import { counted } from '../../counted';
import type { ViewMode } from '../../items/fileItem';
import { patternFault, type GlobLevel } from '../globRules';
import { refuseIssue, type Preset } from '../preset';
import { placeOf, type Keys, type RefusedEntry } from '../refusal';
import { readIgnoreLines } from './ignoreLines';
import { NOTHING, type Importer, type Source } from './importer';

/** repomix.config.json: which files, and how much of each. */
export const repomixConfig: Importer = {
  format: 'repomix configuration',
  reads: ({ tree, fileName }) =>
    tree !== undefined &&
    (/repomix[^/]*\.json\d?c?$/.test(fileName) || CONFIG_KEYS.filter((key) => key in tree).length > 1),
  read(source) {
    const read = v.safeParse(configData, source.tree);
    return read.success ? importOf(read.output, source) : refuseIssue([], read.issues[0]);
  },
};

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
  const isGood = (pattern: string, place: Keys): boolean => {
    const reason = patternFault(pattern);
    if (reason !== undefined)
      refused.push({ place: placeOf(place), reason: `${JSON.stringify(pattern)}: ${reason}` });
    return reason === undefined;
  };
  const globs = {
    include: include.filter((pattern, index) => isGood(pattern, ['include', index])),
    levels: output.patterns
      .map(levelOf)
      .filter(({ pattern }, index) => isGood(pattern, ['output', 'patterns', index])),
    mode: modeOf(output.compress),
  };
  // With every pattern refused, nothing is meant; without any, everything.
  const meansNothing = include.length > 0 && globs.include.length === 0;
  const preset = presetOf(fileName, output.headerText);
  const ignored = readIgnoreLines(ignore.customPatterns, (index) =>
    placeOf(['ignore', 'customPatterns', index]),
  );
  return {
    ...NOTHING,
    presets: [{ preset, globs: meansNothing ? undefined : globs }],
    ignorePatterns: ignored.patterns,
    taken: takenFrom(config, preset.name),
    left: leftOf(config),
    refused: [...refused, ...ignored.refused],
  };
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

function takenFrom({ include, ignore, output }: Config, name: string): readonly string[] {
  const all = output.compress ? ' as skeletons' : '';
  return [
    include.length > 0
      ? `Preset “${name}”: the files of ${counted(include.length, 'pattern')}${all}`
      : `Preset “${name}”: all files${all}`,
    ...(output.patterns.length > 0
      ? [`How files are shown, from ${counted(output.patterns.length, 'pattern')}`]
      : []),
    ...(output.headerText === '' ? [] : ['The header text, as instructions']),
    ...(ignore.customPatterns.length > 0
      ? [`${counted(ignore.customPatterns.length, 'ignore pattern')} for your own rules`]
      : []),
  ];
}

function leftOf(config: Config): readonly string[] {
  const known: readonly [Keys, object, readonly string[]][] = [
    [[], config, ['$schema', 'include', 'ignore', 'output']],
    [['ignore'], config.ignore, ['customPatterns']],
    [['output'], config.output, ['headerText', 'compress', 'patterns']],
  ];
  return known.flatMap(([place, table, keys]) =>
    Object.keys(table)
      .filter((key) => !keys.includes(key))
      .map((key) => `${placeOf([...place, key])} is left`),
  );
}

import * as v from 'valibot';
import { counted } from '../../counted';
import { fileItemFromData, isDefaultItem, type FileItem, type ViewMode } from '../../items/fileItem';
import { freeName } from '../freeName';
import { patternFault, type GlobLevel, type GlobRules } from '../globRules';
import { isTable, type PlainTable } from '../../outside/plainTree';
import { itemsFromData, nameFault, addedFromData, refuseIssue, type Preset } from '../preset';
import { placeOf, type Refusal, type RefusedEntry } from '../../outside/refusal';
import { projectUsesBeads } from '../projectMode';
import type { PresetSettings } from '../settings';
import { NOTHING, type Import, type Importer, type Source } from './importer';
import { presetSentence, unknownPlaces, unknownSentences } from './sentences';
import { readPresets } from './strata';

const TABLES = ['project', 'output', 'files', 'screenshots', 'discussion', 'aggregation', 'beads'];

/** The project file of Manual Slop: its files, settings and presets. */
export const manualSlop: Importer = {
  format: 'Manual Slop project',
  // One of these names alone is too common. A file with a schema version is the app's own.
  reads: ({ tree }) =>
    tree !== undefined &&
    !('schema_version' in tree) &&
    TABLES.filter((key) => isTable(tree[key])).length + Number(isTable(tree['context_presets'])) > 1 &&
    TABLES.some((key) => key in tree && key !== 'output'),
  read(source) {
    const read = v.safeParse(projectData, source.tree);
    return read.success ? importProject(read.output, source) : refuseIssue([], read.issues[0]);
  },
};

/** Manual Slop keeps the history in a separate file next to the project. */
export const manualSlopHistory: Importer = {
  format: 'Manual Slop history',
  reads: ({ tree, fileName }) =>
    tree !== undefined &&
    (/(?:^|[_/\\])history\.toml$/.test(fileName) ||
      isTable(tree['discussions']) ||
      Array.isArray(tree['history'])),
  read: ({ tree = {} }) => ({
    ...NOTHING,
    ignored: [`The discussion (${Object.keys(tree).join(', ')}) can't be imported, only files and settings`],
  }),
};

const text = v.optional(v.string(), '');

/** A base folder with paths in it, or just a list of paths. */
function pathsOf<T>(entry: v.GenericSchema<T>) {
  const list = v.array(entry);
  const folder = v.looseObject({ base_dir: text, paths: v.optional(list, []) });
  const alone = v.pipe(
    list,
    v.transform((paths) => ({ base_dir: '', paths })),
  );
  return v.optional(
    v.lazy((input) => (Array.isArray(input) ? alone : folder)),
    { paths: [] },
  );
}

const projectData = v.looseObject({
  project: v.optional(
    v.looseObject({ name: text, system_prompt: text, summary_only: v.optional(v.boolean()) }),
    {},
  ),
  files: pathsOf(v.unknown()),
  screenshots: pathsOf(v.string()),
  aggregation: v.optional(
    v.looseObject({ default_mode: v.optional(v.string()), cache_enabled: v.optional(v.boolean()) }),
    {},
  ),
});

type Project = v.InferOutput<typeof projectData>;

function importProject(project: Project, { tree = {}, fileName }: Source): Import | Refusal {
  const presets = readPresets(tree);
  if (presets.kind === 'refused') return presets;
  const found = filesOf(project.files);
  if (found.items.kind === 'refused') return found.items;
  const { base_dir, paths } = project.screenshots;
  const images = addedFromData(
    paths.map((path) => ({ source: String(inFolder(base_dir, path)), alt: '' })),
    ['screenshots', 'paths'],
  );
  const name = projectName(
    project,
    fileName,
    presets.presets.map((preset) => preset.name),
  );
  const preset: Preset = {
    name,
    description: fileName === '' ? 'From a Manual Slop project' : `From ${fileName}`,
    files: found.items.items,
    screenshots: images.files,
    settings: { ...settingsOf(project), ...(projectUsesBeads(tree) && { beads: 'on' as const }) },
    unknown: {},
  };
  return {
    ...NOTHING,
    // The project itself comes first, because scripts apply the first preset.
    presets: [
      { preset, globs: found.globs },
      ...presets.presets.map((other) => ({ preset: other, globs: undefined })),
    ],
    keepSummaries: project.aggregation.cache_enabled,
    imported: [
      presetSentence(preset),
      ...(found.globs === undefined
        ? []
        : [`Preset “${name}”: the files of ${counted(found.globs.include.length, 'pattern')}`]),
      ...presets.presets.map(presetSentence),
      ...(project.aggregation.cache_enabled === undefined
        ? []
        : [`Keep summaries: ${project.aggregation.cache_enabled ? 'on' : 'off'}`]),
    ],
    ignored: [
      ...leftOf(project, tree),
      ...found.ignored,
      ...unknownSentences([...presets.unknown, ...unknownPlaces(preset, [name])]),
    ],
    refused: [...found.refused, ...found.items.refused, ...images.refused, ...presets.refused],
  };
}

function filesOf({ base_dir, paths }: Project['files']) {
  const include: string[] = [];
  const levels: GlobLevel[] = [];
  const ignored: string[] = [];
  const refused: RefusedEntry[] = [];
  const single: (readonly [number, unknown])[] = [];
  for (const [index, path] of paths.entries()) {
    const entry = inFolder(base_dir, path);
    const pattern = patternIn(entry);
    // Validate the entry as a file item, with a placeholder for the pattern.
    const item = fileItemFromData(isTable(entry) ? { ...entry, path: 'any' } : 'any');
    if (pattern === undefined || item.kind === 'refused') {
      single.push([index, entry]);
      continue;
    }
    const fault = patternFault(pattern);
    if (fault !== undefined) {
      refused.push({
        place: placeOf(['files', 'paths', index]),
        reason: `${JSON.stringify(pattern)}: ${fault}`,
      });
      continue;
    }
    include.push(pattern);
    if (isTable(entry)) levels.push({ pattern, mode: modeOf(item.item) });
    if (!isDefaultItem({ ...item.item, viewMode: 'full', forceFull: false }))
      ignored.push(
        `${placeOf(['files', 'paths', index])}: only the view mode applies to the files of a pattern`,
      );
  }
  const globs: GlobRules = { include, levels, mode: 'full' };
  return {
    items: itemsFromData(single, ['files', 'paths']),
    globs: include.length > 0 ? globs : undefined,
    ignored,
    refused,
  };
}

/** The glob of an entry, with slashes as separators; undefined if the entry is a single file. */
function patternIn(entry: unknown): string | undefined {
  const path = isTable(entry) ? entry['path'] : entry;
  return typeof path === 'string' && /[*?]/.test(path) ? path.replaceAll('\\', '/') : undefined;
}

function modeOf({ autoAggregate, forceFull, viewMode }: FileItem): ViewMode {
  if (!autoAggregate) return 'none';
  return forceFull ? 'full' : viewMode;
}

/**
 * Resolves a path from the base folder. An absolute base folder is taken for the folder that the user has opened, so paths
 * inside it become relative.
 */
function inFolder(base: string, entry: unknown): unknown {
  if (isTable(entry)) return { ...entry, path: inFolder(base, entry['path'] ?? '') };
  if (typeof entry !== 'string') return entry;
  const folder = slashed(base);
  const path = slashed(entry);
  if (!isAbsolute(folder))
    return isAbsolute(path) || folder === '.' || folder === '' ? entry : `${folder}/${path}`;
  return liesIn(path, folder) ? path.slice(folder.length + 1) : entry;
}

/** Ignores case for Windows paths, which begin with a drive or a host. */
function liesIn(path: string, folder: string): boolean {
  const [start, own] = [`${folder}/`, path.slice(0, folder.length + 1)];
  return own === start || (/^(?:\/\/|[a-z]:)/i.test(folder) && own.toLowerCase() === start.toLowerCase());
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[a-z]:)/i.test(path);
}

function projectName({ project }: Project, fileName: string, usedNames: readonly string[]): string {
  const stem = fileName.replace(/^.*[/\\]/, '').replace(/\.toml$/, '');
  const wanted =
    [project.name, stem].map((name) => name.trim()).find((name) => nameFault(name) === undefined) ??
    'Manual Slop project';
  const isTaken = (name: string): boolean => usedNames.includes(name);
  return isTaken(wanted) ? freeName(`${wanted} (project)`, isTaken) : wanted;
}

function settingsOf({ project, aggregation }: Project): PresetSettings {
  return {
    ...(project.system_prompt !== '' && { systemPrompt: project.system_prompt }),
    ...(project.summary_only !== undefined && { summaryOnly: project.summary_only }),
    ...modeSettings(aggregation.default_mode),
  };
}

function modeSettings(mode: string | undefined): PresetSettings {
  switch (mode) {
    case 'full':
    case 'summarize':
      return { strategy: mode };
    case 'outline':
      // An outline is closest to the leanest summaries.
      return { strategy: 'summarize', richness: 3 };
    default:
      return {};
  }
}

function leftOf(project: Project, tree: PlainTable): readonly string[] {
  const known: readonly [string, readonly string[]][] = [
    ['project', ['name', 'system_prompt', 'summary_only', 'execution_mode']],
    ['beads', ['enabled']],
    ['files', ['paths', 'base_dir']],
    ['screenshots', ['paths', 'base_dir']],
    ['aggregation', isKnownMode(project) ? ['default_mode', 'cache_enabled'] : ['cache_enabled']],
  ];
  const keys = known.flatMap(([table, imported]) =>
    keysBut(tree[table], imported).map((key) => [table, key]),
  );
  const tables = keysBut(tree, [...known.map(([table]) => table), 'context_presets', 'discussion', 'mode']);
  return [
    ...(tree['discussion'] === undefined ? [] : ["discussion can't be imported, only files and settings"]),
    ...[...keys, ...tables.map((table) => [table])].map((place) => `${placeOf(place)} is not supported`),
    ...[project.files, project.screenshots]
      .map(({ base_dir }) => base_dir)
      .filter((base) => isAbsolute(slashed(base)))
      .map((base) => `The folder ${base}: paths start at the open folder instead`),
  ];
}

function isKnownMode({ aggregation }: Project): boolean {
  return Object.keys(modeSettings(aggregation.default_mode)).length > 0;
}

function keysBut(table: unknown, without: readonly string[]): readonly string[] {
  return isTable(table) ? Object.keys(table).filter((key) => !without.includes(key)) : [];
}

import fc from 'fast-check';
import { parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';
import { SOURCE_ENCODINGS } from '../../src/core/files/sourceEncoding';
import { AGENT_TIERS, RICHNESSES } from '../../src/core/summaries/agentTier';
import { VIEW_MODES, type FileItem } from '../../src/core/items/fileItem';
import { orderItems, STRATEGIES } from '../../src/core/items/effectiveView';
import { fragmentNameFault } from '../../src/core/prompt/fragment';
import { PROMPT_PARTS } from '../../src/core/prompt/parts';
import type { Persona } from '../../src/core/presets/persona';
import { isSafeKey, type PlainTable, type PlainValue } from '../../src/core/outside/plainTree';
import { nameFault, type Preset } from '../../src/core/presets/preset';
import type { PresetSettings } from '../../src/core/presets/settings';
import { FILE_TREE_SCOPES, LAYOUTS } from '../../src/core/settings/settings';
import type { CustomSlice } from '../../src/core/slices/customSlice';

/**
 * Objects with a prototype, like the app's own; fast-check would also make some without. Optional keys may be missing.
 */
function plain<T, K extends keyof T = keyof T>(
  fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  required?: K[],
) {
  return fc.record(fields, {
    noNullPrototype: true,
    ...(required && { requiredKeys: required }),
  }) as fc.Arbitrary<Pick<T, K> & Partial<T>>;
}

/** Pieces that files have trouble with: quotes, escapes, line ends, controls, bidi marks, markup, prototype names. */
const piece = fc.constantFrom(
  'a',
  'B7',
  ' ',
  '.',
  '"',
  '"""',
  "'",
  '\\',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\0',
  '\x7f',
  '\u202e',
  '<img src=x onerror=x>',
  'javascript:',
  '# no comment',
  '[table]',
  'a = 1',
  'é中😀',
  '\u2028',
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const key = fc
  .oneof(text, fc.constantFrom('toString', 'hasOwnProperty', 'x', '12'))
  .filter((name) => isSafeKey(name));

/** Valid paths in the workspace's notation. */
const path = fc
  .oneof(
    fc.constantFrom('src/a.ts', 'src/b.ts', '__proto__', 'constructor', 'app/[id]/page.tsx', 'é/ü.md', '12'),
    text,
  )
  .map((name) => parseRepoPath(name))
  .filter((parsed) => parsed.kind === 'path')
  .map((parsed): RepoPath => parsed.path);

const scalar: fc.Arbitrary<PlainValue> = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);
const value: fc.Arbitrary<PlainValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(key, scalar, { maxKeys: 2, noNullPrototype: true }),
  fc.array(fc.dictionary(key, scalar, { maxKeys: 2, noNullPrototype: true }), { maxLength: 2 }),
);

/** Keys that no schema of the app defines. */
const unknown: fc.Arbitrary<PlainTable> = fc.dictionary(
  key.map((name) => `x_${name}`),
  value,
  { maxKeys: 2, noNullPrototype: true },
);

const line = fc.nat(100_000);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const slice: fc.Arbitrary<CustomSlice> = plain({
  startLine: line,
  endLine: line,
  tag: optional(text),
  comment: optional(text),
  contentHash: optional(text),
  anchorLines: optional(fc.array(text, { maxLength: 3 })),
  anchorBefore: optional(line),
  totalLines: optional(line),
  symbol: optional(text),
  fileHash: optional(text),
  lineHashes: optional(text),
  unknown,
});

const symbol = fc.oneof(
  fc.constantFrom(
    'Store.get',
    'Store.constructor',
    'load#2',
    '3',
    '10',
    'constructor',
    'prototype',
    '__proto__',
  ),
  key,
);

const item: fc.Arbitrary<FileItem> = plain({
  path,
  autoAggregate: fc.boolean(),
  forceFull: fc.boolean(),
  viewMode: fc.constantFrom(...VIEW_MODES),
  selected: fc.boolean(),
  astSignatures: fc.boolean(),
  astDefinitions: fc.boolean(),
  astMask: fc.uniqueArray(plain({ symbol, level: fc.constantFrom('def', 'sig', 'hide') }), {
    selector: (entry) => entry.symbol,
    maxLength: 4,
  }),
  customSlices: fc.array(slice, { maxLength: 2 }),
  injectedAt: optional(fc.constant('2026-01-02T03:04:05.000Z')),
  agentTier: optional(fc.constantFrom(...AGENT_TIERS)),
  pinned: fc.boolean(),
  encoding: optional(fc.constantFrom(...SOURCE_ENCODINGS)),
  unknown,
});

const fragmentName = fc
  .oneof(text, fc.constantFrom('__proto__', 'constructor'))
  .filter((name) => fragmentNameFault(name) === undefined);

const budget = fc.integer({ min: 1, max: 1e9 });

/** Any subset of the keys, with `undefined` only where it is a valid value. */
const settings: fc.Arbitrary<PresetSettings> = plain(
  {
    strategy: fc.constantFrom(...STRATEGIES),
    summaryOnly: fc.boolean(),
    agentTier: optional(fc.constantFrom(...AGENT_TIERS)),
    richness: optional(fc.constantFrom(...RICHNESSES)),
    askModelFirst: fc.boolean(),
    persona: text,
    modelId: optional(text),
    budgetTokens: optional(budget),
    fileTree: fc.constantFrom(...FILE_TREE_SCOPES),
    fileTreeFigures: fc.boolean(),
    folderModes: fc
      .array(fc.tuple(path, fc.constantFrom(...VIEW_MODES)), { maxLength: 3 })
      .map((modes) => new Map(modes)),
    pinnedFolders: fc.array(path, { minLength: 1, maxLength: 2 }).map((folders) => new Set(folders)),
    instructions: text,
    systemPrompt: text,
    fragments: fc.uniqueArray(plain({ name: fragmentName, text, isOff: fc.boolean() }), {
      selector: (fragment) => fragment.name,
      maxLength: 3,
    }),
    participants: fc.array(plain({ id: text, name: text }), { maxLength: 3 }),
    promptOff: fc.subarray([...PROMPT_PARTS]).map((parts) => new Set(parts)),
    task: text,
    focus: fc.array(text, { maxLength: 2 }),
    layout: fc.constantFrom(...LAYOUTS),
    unknown: unknown.filter((keys) => Object.keys(keys).length > 0),
  },
  [],
);

const name = fc.oneof(text, key).filter((text) => nameFault(text) === undefined);

const added = fc.uniqueArray(plain({ source: path, alt: text }), {
  maxLength: 2,
  selector: ({ source }) => source,
});

/** Presets with any subset of their fields. */
export const anyPreset: fc.Arbitrary<Preset> = plain({
  name,
  description: text,
  files: fc.array(item, { maxLength: 4 }).map(orderItems),
  screenshots: added,
  settings,
  unknown,
});

export const anyPersona: fc.Arbitrary<Persona> = plain(
  {
    name: name.filter((text) => text.trim() === text),
    modelId: optional(text),
    agentTier: optional(fc.constantFrom(...AGENT_TIERS)),
    strategy: fc.constantFrom(...STRATEGIES),
    systemPrompt: text,
    budgetTokens: optional(budget),
    richness: optional(fc.constantFrom(...RICHNESSES)),
    askModelFirst: fc.boolean(),
    unknown: unknown.filter((keys) => Object.keys(keys).length > 0),
  },
  ['name', 'modelId', 'agentTier', 'strategy', 'systemPrompt', 'budgetTokens', 'richness', 'askModelFirst'],
);

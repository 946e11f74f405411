/** The parts of docs/preset.schema.json that follow from the settings and view modes. */
import * as v from 'valibot';
import { VIEW_MODES } from '../src/core/items/fileItem';
import { LAYOUTS, PERSONA_KEYS, SETTINGS } from '../src/core/settings/settings';
import { DOCUMENT_FORMS } from '../src/core/sources/addedDocument';
import { PROMPT_PARTS } from '../src/core/prompt/parts';
import { FILE_SETTINGS, type SettingName } from '../src/core/presets/settings';
import type { PlainTable } from '../src/core/outside/plainTree';

const folderModes = {
  anyOf: [
    {
      type: 'object',
      additionalProperties: { $ref: '#/$defs/viewMode' },
      propertyNames: { $ref: '#/$defs/key' },
    },
    {
      type: 'array',
      items: {
        type: 'object',
        required: ['folder', 'mode'],
        properties: { folder: { $ref: '#/$defs/path' }, mode: { $ref: '#/$defs/viewMode' } },
      },
    },
  ],
};

const addedDocument = {
  anyOf: [
    { $ref: '#/$defs/path' },
    {
      type: 'object',
      required: ['path'],
      properties: {
        path: { $ref: '#/$defs/path' },
        form: { enum: DOCUMENT_FORMS },
        off: { description: 'true: listed, but left out.', type: 'boolean' },
      },
    },
  ],
};

/** Settings that need more than a derived schema, or refer to another definition in the document. */
const SPECIAL: Readonly<Partial<Record<SettingName, PlainTable>>> = {
  strategy: { $ref: '#/$defs/strategy' },
  agentTier: { $ref: '#/$defs/agentTier' },
  richness: { $ref: '#/$defs/richness' },
  persona: { description: 'Name of the persona chosen last; empty for none.', type: 'string' },
  modelId: { description: 'Id of a model, or "none".', type: 'string' },
  folderModes: {
    description:
      "Modes that folders hand on, by the folder's path. The list is for paths that a table cannot hold.",
    ...folderModes,
  },
  documents: {
    description: 'PDFs and other documents of the folder that are in the document as Markdown.',
    type: 'array',
    items: addedDocument,
  },
  pinnedFolders: {
    description: 'Folders whose mode wins over the settings for all files.',
    type: 'array',
    items: { $ref: '#/$defs/path' },
  },
  fragments: {
    description: 'Texts of your own in the system prompt, in order.',
    type: 'array',
    items: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, text: { type: 'string' }, off: { type: 'boolean' } },
    },
  },
  participants: {
    description: 'The participants of the conversation.',
    type: 'array',
    items: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
  },
  promptOff: {
    description: 'The parts of the system prompt that are left out.',
    type: 'array',
    items: { enum: PROMPT_PARTS },
  },
  focus: {
    description: "Paths, names or other parts of paths of a worker's files.",
    type: 'array',
    items: { type: 'string' },
  },
  layout: { description: `One of ${LAYOUTS.join(', ')}.`, type: 'string', default: LAYOUTS[0] },
};

/** Fills in the settings of presets and personas, and the view modes. */
export function withSettings<Document extends { readonly $defs: Definitions }>(document: Document): Document {
  const { $defs } = document;
  return {
    ...document,
    $defs: {
      ...$defs,
      viewMode: { enum: VIEW_MODES },
      settings: { ...$defs.settings, properties: presetProperties() },
      persona: { ...$defs.persona, properties: personaProperties() },
    },
  };
}

interface Definitions {
  readonly settings: object;
  readonly persona: object;
}

function presetProperties(): PlainTable {
  return Object.fromEntries(
    FILE_SETTINGS.map(([name, { presetKey, inFiles, hasNone }]) => {
      const schema = SPECIAL[name] ?? schemaOf(inFiles);
      // A string schema allows "none" already.
      if (!hasNone || schema['type'] === 'string') return [presetKey, schema];
      return [presetKey, { anyOf: [schema, { const: 'none' }] }];
    }),
  );
}

function personaProperties(): PlainTable {
  const entries = Object.entries(PERSONA_KEYS) as readonly [keyof typeof PERSONA_KEYS, string][]; // it has no others
  return Object.fromEntries(
    entries.map(([name, key]) => {
      const { inFiles, default: value } = SETTINGS[name];
      const { description: _description, ...schema } = SPECIAL[name] ?? schemaOf(inFiles);
      if (value === undefined) return [key, orNull(schema)];
      return [key, value === '' ? schema : { ...schema, default: value }];
    }),
  );
}

function orNull({ type, ...rest }: PlainTable): PlainTable {
  if (type !== undefined) return { type: [type, 'null'], ...rest };
  return { anyOf: [rest, { type: 'null' }] };
}

/** Derives a JSON schema from a setting's schema. */
function schemaOf(schema: v.GenericSchema<unknown, unknown>): PlainTable {
  switch (schema.type) {
    case 'picklist':
      return { enum: (schema as v.GenericSchema & { options: readonly string[] }).options };
    case 'number':
      return { type: 'integer', minimum: leastOf(schema) };
    default:
      return { type: schema.type };
  }
}

/** The smallest number that a schema takes. */
function leastOf(schema: v.GenericSchema<unknown, unknown>): number {
  return v.safeParse(schema, 0).success ? 0 : 1;
}

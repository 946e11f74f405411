import * as v from 'valibot';
import { nameFault } from './preset';
import { DEFAULT_OPTIONS, type CompositionOptions } from '../settings/compositionOptions';
import { PERSONA_KEYS, SETTINGS, type Setting } from '../settings/settings';

type PersonaSetting = keyof typeof PERSONA_KEYS;

/** A named set of settings. Undefined values are left to the role or to the user. */
export interface Persona extends Pick<CompositionOptions, PersonaSetting> {
  readonly name: string;
  /** Keys of a newer or foreign format, unchanged. Absent if there are none. */
  readonly unknown?: Readonly<Record<string, unknown>>;
}

export type ParsedPersona =
  | { readonly kind: 'persona'; readonly persona: Persona }
  | { readonly kind: 'refused'; readonly reason: string };

const settings: Readonly<Record<PersonaSetting, Setting<unknown>>> = SETTINGS;

const KEYS = Object.entries(PERSONA_KEYS) as readonly (readonly [PersonaSetting, string])[]; // it has no others

/** The settings of a persona that changes nothing. */
export const DEFAULT_PERSONA = Object.fromEntries(
  KEYS.map(([setting]) => [setting, DEFAULT_OPTIONS[setting]]),
) as Pick<CompositionOptions, PersonaSetting>;

/**
 * Reads a persona in file form: snake_case keys, defaults for missing ones, `auto` for an unknown strategy. Unknown keys
 * are kept. The reason of a refusal names the key.
 */
export function personaFromData(data: unknown): ParsedPersona {
  const read = v.safeParse(personaData, data);
  if (!read.success) {
    const issue = read.issues[0];
    return { kind: 'refused', reason: `${v.getDotPath(issue) ?? 'persona'}: ${issue.message}` };
  }
  const { name, ...output } = read.output;
  const known = new Set(KEYS.map(([, key]) => key));
  const unknown = Object.fromEntries(Object.entries(output).filter(([key]) => !known.has(key)));
  return {
    kind: 'persona',
    persona: {
      name,
      // The schema has checked every value.
      ...(Object.fromEntries(
        KEYS.map(([setting, key]) => [setting, output[key] ?? undefined]),
      ) as typeof DEFAULT_PERSONA),
      ...(Object.keys(unknown).length > 0 && { unknown }),
    },
  };
}

/**
 * Writes a persona in the form of files, with `null` for undefined values and without flags that are off. For TOML, drop the null
 * keys.
 */
export function personaToData(persona: Persona): Readonly<Record<string, unknown>> {
  const data = KEYS.flatMap(([name, key]) => {
    const value = persona[name];
    if (value === false) return [];
    return [[key, value === undefined ? null : settings[name].toFile(value)] as const];
  });
  return { name: persona.name, ...Object.fromEntries(data), ...persona.unknown };
}

const personaData = v.looseObject({
  name: v.pipe(
    v.string(),
    v.trim(),
    // The name is a key in files, like that of a preset.
    v.check(
      (name) => nameFault(name) === undefined,
      ({ input }) => nameFault(input) ?? '',
    ),
  ),
  ...Object.fromEntries(
    KEYS.map(([name, key]) => [key, v.nullish(settings[name].inFiles, settings[name].default)]),
  ),
});

import * as v from 'valibot';
import { usableOptions, type CompositionOptions } from '../settings/compositionOptions';
import { SETTINGS, type Setting } from '../settings/settings';
import { FILE_SETTINGS, settingsData, settingsFromData } from './settings';

export type ReadSetting =
  | { readonly kind: 'options'; readonly options: Partial<CompositionOptions> }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads a setting from a command line: its key in files, and its value as plain text or JSON. */
export function optionsFromText(key: string, text: string): ReadSetting {
  const composed = FILE_SETTINGS.filter(([name]) => name in SETTINGS);
  const setting = composed.find(([, { presetKey }]) => presetKey === key)?.[1];
  if (setting === undefined)
    return unknown(
      'setting',
      key,
      composed.map(([, { presetKey }]) => presetKey),
    );
  const { choices }: Partial<Setting<unknown>> = setting;
  const known = choices?.map(({ value }) => String(value ?? 'none'));
  if (known !== undefined && !known.includes(text)) return unknown(key, text, known);
  const reads = [text, ...jsonValues(text)].map((value) => v.safeParse(settingsData, { [key]: value }));
  const read = reads.find(({ success }) => success) ?? (reads[0] as (typeof reads)[number]); // the text itself
  if (!read.success) return { kind: 'refused', reason: `${key}: ${read.issues[0].message}` };
  const { settings, refused } = settingsFromData(read.output);
  const [bad] = refused;
  if (bad !== undefined) return { kind: 'refused', reason: `${bad.place}: ${bad.reason}` };
  return { kind: 'options', options: usableOptions(settings) };
}

function unknown(kind: string, name: string, known: readonly string[]): ReadSetting {
  return { kind: 'refused', reason: `there is no ${kind} "${name}"; known: ${known.join(', ')}` };
}

/** The value of a JSON text, or nothing. */
function jsonValues(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return []; // Most values are plain text.
  }
}

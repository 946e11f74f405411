import { counted } from '../../counted';
import type { Preset } from '../preset';
import { placeOf, type Keys } from '../../outside/refusal';
import { FILE_SETTINGS } from '../settings';

/** Summarizes a preset: `Preset “x”: 2 files, settings (strategy)`. */
export function presetSentence({ name, files, screenshots, settings }: Preset): string {
  const set = FILE_SETTINGS.flatMap(([setting, { presetKey }]) =>
    Object.hasOwn(settings, setting) ? [presetKey] : [],
  );
  const parts = [
    counted(files.length, 'file'),
    ...(screenshots.length > 0 ? [counted(screenshots.length, 'screenshot')] : []),
    ...(set.length > 0 ? [`settings (${set.join(', ')})`] : []),
  ];
  return `Preset “${name}”: ${parts.join(', ')}`;
}

const MAX_UNKNOWN_NAMED = 50;

/** One sentence per unknown key. */
export function unknownSentences(places: readonly string[]): readonly string[] {
  const named = places.slice(0, MAX_UNKNOWN_NAMED).map((place) => `${place} is unknown, but kept`);
  const more = places.length - named.length;
  return more > 0 ? [...named, `${counted(more, 'more unknown key')}`] : named;
}

/** Places of unknown keys in a preset at `place`. */
export function unknownPlaces(preset: Preset, place: Keys): readonly string[] {
  const at = (keys: Keys, unknown: object | undefined) =>
    Object.keys(unknown ?? {}).map((key) => placeOf([...place, ...keys, key]));
  return [
    ...at([], preset.unknown),
    ...at(['settings'], preset.settings.unknown),
    ...preset.files.flatMap((item) => [
      ...at(['files', item.path], item.unknown),
      ...item.customSlices.flatMap((slice, index) =>
        at(['files', item.path, 'custom_slices', index], slice.unknown),
      ),
    ]),
  ];
}

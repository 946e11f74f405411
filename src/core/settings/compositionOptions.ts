import * as v from 'valibot';
import { SETTINGS, type Setting } from './settings';
import type { StoredKind } from './valueKind';

/** The settings of a composition. */
export type CompositionOptions = {
  readonly [Name in OptionName]: (typeof SETTINGS)[Name]['default'];
};

export type OptionName = keyof typeof SETTINGS;

type AnySetting = StoredKind<unknown> & Partial<Setting<unknown>>;

const settings: Readonly<Record<OptionName, AnySetting>> = SETTINGS;

const NAMES = Object.keys(SETTINGS) as readonly OptionName[]; // it has no others

export const DEFAULT_OPTIONS = mapped(({ default: value }) => value) as CompositionOptions; // each its own

/** Reads the options from the browser's storage. */
export const optionsInStore = v.pipe(
  v.object(mapped(({ inStore }) => inStore)),
  v.transform((options) => ({ ...DEFAULT_OPTIONS, ...options }) as CompositionOptions), // each checked by its setting
);

export function optionsToStore(options: CompositionOptions): Readonly<Record<OptionName, unknown>> {
  return mapped(({ toStore }, name) => toStore(options[name]));
}

/** The names of the options in a change. */
export function optionNames(options: Partial<CompositionOptions>): readonly OptionName[] {
  return NAMES.filter((name) => name in options);
}

/** The names of the options whose values differ. Options that `after` does not name stay as they are. */
export function changedOptions(
  before: CompositionOptions,
  after: Partial<CompositionOptions>,
): readonly OptionName[] {
  return optionNames(after).filter((name) => !settings[name].isSame(before[name], after[name]));
}

/** Whether a change of these options may show files in other views. */
export function affectsViews(options: Partial<CompositionOptions>): boolean {
  return optionNames(options).some((name) => settings[name].affectsViews);
}

/** Whether choosing these options overrides the modes that were pinned before. */
export function clearsPins(options: Partial<CompositionOptions>): boolean {
  return optionNames(options).some((name) => settings[name].clearsPins);
}

/** The options in a preset or persona, without those that the app cannot work with. */
export function usableOptions(values: Partial<CompositionOptions>): Partial<CompositionOptions> {
  const usable = optionNames(values).filter((name) => {
    const value = values[name];
    return value === undefined || (settings[name].isUsable?.(value) ?? true);
  });
  return Object.fromEntries(usable.map((name) => [name, values[name]]));
}

/** Names the undo step of one option. */
export function stepName<Name extends OptionName>(name: Name, value: CompositionOptions[Name]): string {
  const { label = name, step, choices } = settings[name];
  if (step !== undefined) return step(value);
  const choice = choices?.find((each) => each.value === value);
  return choice === undefined ? `Edit ${label.toLowerCase()}` : `${label}: ${choice.label.toLowerCase()}`;
}

/** Steps in a row with the same key become one. */
export function mergeKey(name: OptionName): string | undefined {
  return settings[name].mergesSteps ? name : undefined;
}

function mapped<T>(toValue: (setting: AnySetting, name: OptionName) => T): Record<OptionName, T> {
  // The names are all of them.
  return Object.fromEntries(NAMES.map((name) => [name, toValue(settings[name], name)])) as Record<
    OptionName,
    T
  >;
}

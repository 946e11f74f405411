/** The kinds of values that the settings of the system prompt have. */
import * as v from 'valibot';
import { fragmentNameFault, type Fragment } from '../prompt/fragment';
import { OFF_BY_DEFAULT, PROMPT_PARTS, type PromptPart } from '../prompt/parts';
import type { Participant } from '../prompt/participants';
import { isSameList } from '../sameLists';
import { listed, type ValueKind } from './valueKind';

/** More than anybody writes. The screen shows all of them at once. */
const MOST = 200;

const fragmentList = v.array(
  v.pipe(
    v.object({ name: v.string(), text: v.optional(v.string(), ''), off: v.optional(v.boolean(), false) }),
    v.transform(({ name, text, off }): Fragment => ({ name, text, isOff: off })),
  ),
);

/** Texts of the user's own by name. */
export const namedFragments: ValueKind<readonly Fragment[]> = {
  default: [],
  inFiles: fragmentList,
  inStore: v.fallback(fragmentList, () => []),
  toFile: (own) => own.map(({ name, text, isOff }) => ({ name, text, ...(isOff && { off: true }) })),
  toStore: (own) => own.map(({ name, text, isOff }) => ({ name, text, off: isOff })),
  isSame: (one, other) =>
    isSameList(one, other, (a, b) => a.name === b.name && a.text === b.text && a.isOff === b.isOff),
  toWords: (own) => listed(own.map(({ name, text, isOff }) => `${name}${isOff ? ' (off)' : ''}: ${text}`)),
  accept(own) {
    const byName = new Map<string, Fragment>();
    const refused: string[] = [];
    for (const fragment of own.slice(0, MOST)) {
      const fault = byName.has(fragment.name) ? 'is a duplicate name' : fragmentNameFault(fragment.name);
      if (fault === undefined) byName.set(fragment.name, fragment);
      else refused.push(`${JSON.stringify(fragment.name)} ${fault}`);
    }
    return { value: [...byName.values()], refused: [...refused, ...beyondMost(own)] };
  },
};

const participantList = v.array(v.object({ id: v.string(), name: v.optional(v.string(), '') }));

export const participantsKind: ValueKind<readonly Participant[]> = {
  default: [],
  inFiles: participantList,
  inStore: v.fallback(participantList, () => []),
  toFile: (own) => own.map(({ id, name }) => ({ id, name })),
  toStore: (own) => own.map(({ id, name }) => ({ id, name })),
  isSame: (one, other) => isSameList(one, other, (a, b) => a.id === b.id && a.name === b.name),
  toWords: (own) => listed(own.map(({ id, name }) => `${id}: ${name}`)),
  accept: (own) => ({ value: own.slice(0, MOST), refused: beyondMost(own) }),
};

const texts = v.array(v.string());

/** The parts of the prompt that are switched off. */
export const partsOff: ValueKind<ReadonlySet<PromptPart>> = {
  default: OFF_BY_DEFAULT,
  inFiles: v.pipe(
    texts,
    v.transform((names): ReadonlySet<PromptPart> => new Set(names as readonly PromptPart[])), // `accept` drops others
  ),
  inStore: v.fallback(
    v.pipe(
      texts,
      v.transform((names): ReadonlySet<PromptPart> => knownParts(new Set<string>(names))),
    ),
    () => OFF_BY_DEFAULT,
  ),
  toFile: (own) => [...knownParts(own)],
  toStore: (own) => [...own],
  isSame: (one, other) => one.size === other.size && [...one].every((part) => other.has(part)),
  toWords: (own) => listed([...knownParts(own)]),
  accept(own) {
    const value = knownParts(own);
    const refused = [...own].filter((part) => !value.has(part));
    return { value, refused: refused.map((name) => `${JSON.stringify(name)} is not a part of the prompt`) };
  },
};

function beyondMost(own: readonly unknown[]): readonly string[] {
  return own.length > MOST ? [`${own.length - MOST} more than the ${MOST} that are allowed`] : [];
}

/** In document order. */
function knownParts(names: ReadonlySet<string>): ReadonlySet<PromptPart> {
  return new Set(PROMPT_PARTS.filter((part) => names.has(part)));
}

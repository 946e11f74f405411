/** A text of the user's own in the system prompt. Names are unique. */
export interface Fragment {
  readonly name: string;
  readonly text: string;
  /** Switched off: kept, but not part of the prompt. */
  readonly isOff: boolean;
}

/** In UTF-16 units. */
export const MAX_FRAGMENT_NAME = 200;

/** Why a text cannot be the name of a fragment, as the end of a sentence; undefined if it can. */
export function fragmentNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  return name.length > MAX_FRAGMENT_NAME ? `is longer than ${MAX_FRAGMENT_NAME} characters` : undefined;
}

/** Sets a fragment's text. A known one keeps its place, a new one is added at the end, an empty text removes it. */
export function withFragment(
  fragments: readonly Fragment[],
  name: string,
  text: string,
): readonly Fragment[] {
  if (text === '') return fragments.filter((fragment) => fragment.name !== name);
  if (!fragments.some((fragment) => fragment.name === name))
    return [...fragments, { name, text, isOff: false }];
  return fragments.map((fragment) => (fragment.name === name ? { ...fragment, text } : fragment));
}

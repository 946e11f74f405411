/**
 * Takes: copies of a discussion up to one of its messages, which go on in another way. They are named `NAME_take_2` and so on,
 * where NAME is the title of the discussion.
 */

/** As much of a discussion as its place among the takes depends on. */
export interface Line {
  readonly id: string;
  readonly title: string;
  /** The id of the discussion that this is a take of; empty for none. */
  readonly takeOf: string;
}

const SUFFIX = /_take_[1-9]\d*$/;

/** A title in two parts; the suffix is empty unless it has the form of a take's. */
export function titleParts(title: string): { readonly name: string; readonly suffix: string } {
  const suffix = SUFFIX.exec(title)?.[0] ?? '';
  return { name: title.slice(0, title.length - suffix.length), suffix };
}

/** Characters of a name in a message. */
const SHORT = 40;

/** A title for a message, whose name is cut off if it is long. */
export function shortTitle(title: string): string {
  const { name, suffix } = titleParts(title);
  const chars = Array.from(name);
  return `${chars.length > SHORT ? `${chars.slice(0, SHORT).join('').trimEnd()}…` : name}${suffix}`;
}

/** The title of a new take of the discussion with this title: with the smallest number from 2 that is free. */
export function takeTitle(title: string, titles: Iterable<string>): string {
  const taken = new Set(titles);
  const { name } = titleParts(title);
  for (let number = 2; ; number += 1) {
    const free = `${name}_take_${number}`;
    if (!taken.has(free)) return free;
  }
}

/** Groups discussions with their takes. A group has the order of its first discussion, but begins with the main one. */
export function linesOf<T extends Line>(discussions: readonly T[]): readonly (readonly T[])[] {
  const byId = new Map(discussions.map((each) => [each.id, each]));
  const groups = new Map<string, T[]>();
  for (const each of discussions) {
    const root = rootOf(each, byId);
    groups.set(root, [...(groups.get(root) ?? []), each]);
  }
  return Array.from(groups, ([root, group]) => [
    ...group.filter(({ id }) => id === root),
    ...group.filter(({ id }) => id !== root),
  ]);
}

/** The id of the main discussion, which may have been deleted. */
function rootOf(line: Line, byId: ReadonlyMap<string, Line>): string {
  const seen = new Set<string>();
  let { id, takeOf } = line;
  while (takeOf !== '' && !seen.has(id)) {
    seen.add(id);
    id = takeOf;
    takeOf = byId.get(id)?.takeOf ?? '';
  }
  return id;
}

/** The titles and places after a take has become the main discussion of its group. All discussions stay. */
export function promotion(group: readonly Line[], take: Line): readonly Line[] {
  const main = group.find(({ takeOf }) => takeOf === '');
  const { name, suffix } = titleParts(take.title);
  const others = group.filter(({ id }) => id !== take.id);
  if (main === undefined || main.id === take.id)
    return [{ ...take, title: name, takeOf: '' }, ...others.map((each) => ({ ...each, takeOf: take.id }))];
  const isOfMain = suffix !== '' && name === main.title;
  const titles = group.map(({ title }) => title);
  const former = isOfMain ? take.title : takeTitle(main.title, titles);
  return [
    { ...take, title: main.title, takeOf: '' },
    ...others.map((each) => ({
      ...each,
      takeOf: take.id,
      title: each.id === main.id ? former : each.title,
    })),
  ];
}

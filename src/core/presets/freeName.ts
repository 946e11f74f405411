import { MAX_NAME_LENGTH } from './preset';

/** Appends the first number that makes the name free, if it is taken. Cuts the name to `MAX_NAME_LENGTH`. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = withEnd(wanted, '');
  for (let number = 2; isTaken(name); number += 1) name = withEnd(wanted, ` ${number}`);
  return name;
}

function withEnd(name: string, end: string): string {
  const start = name.slice(0, MAX_NAME_LENGTH - end.length);
  // The cut may have split a surrogate pair.
  return start === name ? name + end : start.replace(/[\ud800-\udbff]$/, '').trimEnd() + end;
}

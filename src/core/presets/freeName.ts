import { MAX_NAME_LENGTH } from './preset';

/** The name, or with the first number that makes it free; as much of it as a name may have. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = withEnd(wanted, '');
  for (let number = 2; isTaken(name); number += 1) name = withEnd(wanted, ` ${number}`);
  return name;
}

function withEnd(name: string, end: string): string {
  const start = name.slice(0, MAX_NAME_LENGTH - end.length);
  // The cut may have gone through a character.
  return start === name ? name + end : start.replace(/[\ud800-\udbff]$/, '').trimEnd() + end;
}

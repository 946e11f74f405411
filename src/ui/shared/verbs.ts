import { keysLabel } from './keymap';

/** A command as an item of a menu. */
export interface Verb {
  readonly id: string;
  readonly title: string;
  /** The end of the title, which is never cut off. */
  readonly titleEnd?: string;
  /** Shown at the end, such as keys; may be empty. */
  readonly hint: string;
  readonly enabled: boolean;
  /** For one of several choices: whether it is the current one. */
  readonly current?: boolean;
  /** Whether it belongs to the item above it. */
  readonly nested?: boolean;
  readonly run: () => void;
}

type KeyedCommand = Omit<Verb, 'hint'> & { readonly keys?: string };

/** The commands with these ids, with their keys as hints. */
export function verbsOf(commands: readonly KeyedCommand[], ids: readonly string[]): readonly Verb[] {
  return ids.flatMap((id) => {
    const command = commands.find((one) => one.id === id);
    return command === undefined ? [] : [{ ...command, hint: keysLabel(command.keys ?? '') }];
  });
}

import { keysLabel } from './keymap';

/** A command as an item of a menu. */
export interface Verb {
  readonly id: string;
  readonly title: string;
  /** Shown at the end, such as keys; may be empty. */
  readonly hint: string;
  readonly enabled: boolean;
  /** For one of several choices: whether it is the current one. */
  readonly current?: boolean;
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

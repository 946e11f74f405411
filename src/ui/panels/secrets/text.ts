/** All texts about secrets in what leaves the app. */
import type { HeldExport } from '../../../app/secrets/heldExports.svelte';
import type { SecretDecision } from '../../../app/ports/engine';
import type { SecretChoice } from '../../../app/secrets/secretChoices.svelte';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  part: {
    open: (count: number) => plural(count, 'secret'),
    decided: (count: number) => `${plural(count, 'secret')}, decided`,
    off: 'Secret check is off',
    why: 'A copy asks what to do with these.',
    whyDecided: 'You have decided about these, so a copy doesn’t ask.',
    whyOff: 'Passwords and keys are copied as they are.',
    decide: 'Decide…',
    search: 'Check this folder for secrets',
    list: 'Secrets in the document',
    decision: { open: '', masked: 'masked', allowed: 'allowed', info: '' } satisfies Record<
      SecretDecision,
      string
    >,
    more: (count: number) => `and ${grouped(count)} more`,
  },
  title: (count: number) => `${plural(count, 'secret')} found`,
  unscannedTitle: 'Not everything could be checked for secrets',
  why: 'These look like passwords or keys. Masking puts a placeholder in place of the value in everything that leaves this page. Your files don’t change.',
  all: 'All secrets',
  ofKind: (kind: string) => `All of this kind: ${kind}`,
  choice: (kind: string, ends: string) => `${kind} ${ends}`,
  choices: {
    mask: 'Mask',
    once: 'Allow once',
    here: 'Always allow in this folder',
    always: 'Always allow',
  } satisfies Record<SecretChoice, string>,
  mixed: 'Mixed',
  line: (title: string, line: number | undefined) => (line === undefined ? title : `${title}:${line}`),
  show: 'Show this line in the preview',
  places: (count: number) => `and ${plural(count, 'more place')}`,
  more: (count: number) => `and ${plural(count, 'more secret')}, which “All secrets” covers, too`,
  unscanned: (count: number) =>
    `${plural(count, 'part')} of the document could not be checked for secrets and would leave this page as ${count === 1 ? 'it is' : 'they are'}:`,
  cancel: 'Cancel',
  goOn(verb: HeldExport['verb'], masked: number, allowed: number): string {
    if (verb === 'decide') return 'Done';
    const action = verb === 'ask' ? 'ask the model' : verb;
    const [first, second] = [masked > 0 && 'mask', allowed > 0 && 'allow'].filter((each) => each !== false);
    if (first === undefined) return sentence(`${action} anyway`);
    return sentence(second === undefined ? `${first} and ${action}` : `${first}, ${second}, and ${action}`);
  },
} as const;

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

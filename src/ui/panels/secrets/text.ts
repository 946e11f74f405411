/** All texts about secrets in what leaves the app. */
import type { HeldExport } from '../../../app/handover/handover.svelte';
import type { SecretDecision } from '../../../app/ports';
import type { SecretChoice } from '../../../app/handover/secretChoices.svelte';
import { grouped, plural } from '../../shared/numbers';

type HeldVerb = HeldExport['verb'];

const VERB: Readonly<Record<HeldVerb, string>> = {
  copy: 'copy',
  download: 'download',
  save: 'save',
  split: 'split',
  share: 'share',
  ask: 'ask the model',
  decide: 'close',
};

export const TEXT = {
  part: {
    open: (count: number) => plural(count, 'secret'),
    decided: (count: number) => `${plural(count, 'secret')}, decided`,
    off: 'Secret check is off',
    why: 'Copying asks about these first, unless you have decided.',
    whyOff: 'Whatever the document contains leaves this page as it is.',
    decide: 'Decide…',
    search: 'Check this folder for secrets',
    list: 'Secrets in the document',
    decision: { open: '', masked: 'masked', allowed: 'allowed', info: '' } satisfies Record<
      SecretDecision,
      string
    >,
    more: (count: number) => `and ${grouped(count)} more`,
  },
  title: (count: number) =>
    count === 1 ? 'This contains a secret' : `This contains ${grouped(count)} secrets`,
  unscannedTitle: 'Not everything was checked for secrets',
  why: 'Text like this is usually a password or a key. If you mask it, a placeholder takes its place in what leaves this page. Your files stay as they are.',
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
  more: (count: number) => `and ${plural(count, 'more secret')}. The choice for all counts for them, too.`,
  unscanned: (count: number) =>
    `${plural(count, 'part')} of the document could not be checked for secrets and would leave this page as ${count === 1 ? 'it is' : 'they are'}:`,
  cancel: 'Cancel',
  goOn(verb: HeldVerb, masked: number, allowed: number): string {
    if (verb === 'decide') return 'Done';
    const [first, second] = [masked > 0 && 'mask', allowed > 0 && 'allow'].filter((each) => each !== false);
    if (first === undefined) return sentence(`${VERB[verb]} anyway`);
    return sentence(
      second === undefined ? `${first} and ${VERB[verb]}` : `${first}, ${second}, and ${VERB[verb]}`,
    );
  },
} as const;

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

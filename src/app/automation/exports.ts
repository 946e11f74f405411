import type { MessagesFormat } from '../../core/apiMessages/format';
import type { HandedDocument } from '../conversation/turns.svelte';
import { shelfText, type ShareFormat } from '../presets/presetSharing.svelte';
import { presetOf } from '../presets/presets.svelte';
import { staysHere } from '../presets/staysHere';
import { OpenSecrets } from '../secrets/secretChoices.svelte';
import { blockingSecrets, type ScriptedPage } from './scriptedPage';

/** Exports the document and the composition, and decides about their secrets. */
export interface ExportAutomation {
  /** The composition as a preset. */
  exportPreset(name: string, format: ShareFormat): Promise<string>;
  /** The document in parts of at most so many tokens. Rejects if the limit is too small. */
  parts(tokens: number): Promise<readonly string[]>;
  /** The document as messages, without counting it as handed over. Rejects if it shows files that have no text. */
  messages(format: MessagesFormat): Promise<string>;
  /** Masks all secrets from now on, or lets them all out. */
  decideSecrets(policy: 'mask' | 'off'): Promise<void>;
  /** The number of secrets without a decision that held something back. */
  heldSecrets(): number;
}

export function automateExports(page: ScriptedPage): ExportAutomation {
  const { open, whenIdle, notes } = page;
  const holding = async <Made>(made: Promise<Made>): Promise<Made> => {
    try {
      return await made;
    } catch (error) {
      if (error instanceof OpenSecrets) notes.held = error.secrets;
      throw error;
    }
  };
  return {
    async exportPreset(name, format) {
      const { composition, secrets } = open();
      const text = await shelfText({ presets: [presetOf(composition, name)] }, format);
      const stays = staysHere(composition.options);
      if (stays !== '') notes.absent.push(`preset ${name}: ${stays}`);
      const [masked = ''] = await holding(secrets.mask([{ key: name, text }]));
      return masked;
    },
    async parts(tokens) {
      await whenIdle();
      const { documentParts } = open();
      await holding(documentParts.start({ limit: tokens, unit: 'tokens', before: '', after: '' }));
      const split = documentParts.division?.split;
      if (split?.kind !== 'parts') throw new Error(`parts of ${tokens} tokens are too small`);
      return split.parts.map(({ text }) => text);
    },
    async messages(format) {
      await whenIdle();
      let text = '';
      const read = async (assembling: Promise<HandedDocument>): Promise<undefined> => {
        text = (await (await assembling).messages?.text()) ?? '';
      };
      await holding(open().output.handOver('whole', read, { form: format }));
      return text;
    },
    async decideSecrets(policy) {
      const { secrets } = open();
      if (policy === 'mask') secrets.maskAll();
      else await secrets.setOff(true);
    },
    heldSecrets: () => blockingSecrets(page).filter(({ decision }) => decision === 'open').length,
  };
}

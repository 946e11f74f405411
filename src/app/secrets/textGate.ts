import type { PassTexts } from '../passTexts';
import type { LeavingText } from '../ports/engine';
import { Canceled } from './canceled';
import type { HeldExports } from './heldExports.svelte';
import { OpenSecrets, type SecretChoices } from './secretChoices.svelte';

interface Parts {
  readonly heldExports: Pick<HeldExports, 'hold'>;
  readonly workspace: () => { readonly secrets: Pick<SecretChoices, 'mask'> } | undefined;
}

/** Asks the user about secrets in texts that leave the app outside a document. */
export function textGate({ heldExports, workspace }: Parts): PassTexts {
  return async (texts, verb) => {
    const current = workspace();
    if (current === undefined) return withoutAsking(texts);
    try {
      return await current.secrets.mask(texts);
    } catch (error) {
      if (!(error instanceof OpenSecrets)) throw error;
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const goOn = () => {
        resolve(undefined);
        return Promise.resolve();
      };
      const cancel = () => {
        reject(new Canceled());
      };
      heldExports.hold({ workspace: current, verb, secrets: error.secrets, goOn, cancel });
      await promise;
      return current.secrets.mask(texts);
    }
  };
}

/** Without a folder there is nothing to keep decisions for. */
async function withoutAsking(texts: readonly LeavingText[]): Promise<readonly string[]> {
  const { findSecrets } = await import('../../core/secrets/findSecrets');
  const isSecret = texts.some(({ text }) => findSecrets(text).some(({ severity }) => severity === 'secret'));
  if (isSecret) throw new Error('it may contain secrets. Open a folder, and try again to decide about them');
  return texts.map(({ text }) => text);
}

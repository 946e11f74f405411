/** Why outside data is refused, and the place of the cause. */
export interface Refusal {
  readonly kind: 'refused';
  /** A key path such as `context_presets."review auth".files.2`, or a line of the text. */
  readonly place: string;
  readonly reason: string;
}

/** An invalid entry in data whose other entries are valid. */
export type RefusedEntry = Omit<Refusal, 'kind'>;

export type Keys = readonly (string | number)[];

export function refuse(place: Keys | string, reason: string): Refusal {
  return { kind: 'refused', place: typeof place === 'string' ? place : placeOf(place), reason };
}

/** Joins keys to a path. Quotes keys with special characters and shortens long ones. */
export function placeOf(keys: Keys): string {
  const shown = keys.length > MAX_KEYS_SHOWN ? [...keys.slice(0, MAX_KEYS_SHOWN), '…'] : keys;
  return shown.map(keyText).join('.');
}

const MAX_KEYS_SHOWN = 12;
const MAX_KEY_SHOWN = 80;

function keyText(key: string | number): string {
  const text = String(key);
  const cut = text.length > MAX_KEY_SHOWN ? `${text.slice(0, MAX_KEY_SHOWN)}…` : text;
  return /^[\w…-]+$/.test(cut) ? cut : JSON.stringify(cut);
}

/** Why something from outside is not taken, and where in it the cause stands. */
export interface Refusal {
  readonly kind: 'refused';
  /** Keys from the top, as `context_presets."review auth".files.2`, or a line of the text. */
  readonly place: string;
  readonly reason: string;
}

/** An entry that was left behind while the rest was taken. */
export type RefusedEntry = Omit<Refusal, 'kind'>;

export type Keys = readonly (string | number)[];

export function refuse(place: Keys | string, reason: string): Refusal {
  return { kind: 'refused', place: typeof place === 'string' ? place : placeOf(place), reason };
}

/** Keys as one text; one that is no bare word stands in quotes, and a very long one is cut. */
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

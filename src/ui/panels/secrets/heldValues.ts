import type { FoundSecret } from '../../../app/ports';
import { secretKindName } from '../../../core/secrets/kindNames';

/** A value to decide about, wherever it stands. */
export interface HeldValue {
  readonly fingerprint: string;
  readonly ends: string;
  readonly places: readonly FoundSecret[];
}

export interface HeldKind {
  readonly name: string;
  readonly values: readonly HeldValue[];
}

/** The values without a decision by kind, both in the order of the document. */
export function heldKinds(secrets: readonly FoundSecret[]): readonly HeldKind[] {
  const kinds = new Map<string, Map<string, FoundSecret[]>>();
  for (const secret of secrets) {
    if (secret.decision !== 'open' || secret.kind === UNSCANNED) continue;
    const values = kinds.get(secret.kind) ?? new Map<string, FoundSecret[]>();
    kinds.set(secret.kind, values);
    const places = values.get(secret.fingerprint);
    if (places === undefined) values.set(secret.fingerprint, [secret]);
    else places.push(secret);
  }
  return Array.from(kinds, ([kind, values]) => ({
    name: secretKindName(kind),
    values: Array.from(values, ([fingerprint, places]) => ({
      ...{ fingerprint, places },
      ends: places[0]?.ends ?? '',
    })),
  }));
}

/** The kind of a block that could not be searched. */
const UNSCANNED = 'unscanned';

/** The blocks that could not be searched, and that the user has not let go. */
export function unscannedBlocks(secrets: readonly FoundSecret[]): readonly FoundSecret[] {
  return secrets.filter(({ decision, kind }) => decision === 'open' && kind === UNSCANNED);
}

import type { FoundSecret } from '../../../app/ports/engine';
import { secretKindName } from '../../../core/secrets/kindNames';

/** A value to decide about, wherever it stands. */
export interface HeldValue {
  readonly fingerprint: string;
  readonly ends: string;
  readonly places: readonly FoundSecret[];
}

export interface HeldKind {
  readonly id: string;
  readonly name: string;
  readonly values: readonly HeldValue[];
}

/** The values without a decision by kind, both in the order of the document. */
export function heldKinds(secrets: readonly FoundSecret[]): readonly HeldKind[] {
  const open = secrets.filter(({ decision, kind }) => decision === 'open' && kind !== UNSCANNED);
  const kinds = new Map<string, Map<string, FoundSecret[]>>();
  // A value may be found as several kinds.
  for (const [fingerprint, places] of Map.groupBy(open, (secret) => secret.fingerprint)) {
    const kind = places[0]?.kind ?? '';
    const values = kinds.get(kind) ?? new Map<string, FoundSecret[]>();
    kinds.set(kind, values.set(fingerprint, places));
  }
  return Array.from(kinds, ([kind, values]) => ({
    id: kind,
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

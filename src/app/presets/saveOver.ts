import type { Notify } from '../notify';
import { outcomeSentence } from './saveWords';
import { ownScopeOf, type ScopedRecord, type ScopedRecords } from './scopedRecords.svelte';

interface SavingOver {
  readonly what: 'preset' | 'persona';
  /** A sentence about what is not saved; empty for none. */
  readonly note?: string;
  readonly notify: Notify;
}

/** Saves a value over the record with its name, without a dialog. Returns whether it is saved; the message offers Undo. */
export async function saveOver<T extends { readonly name: string }>(
  records: ScopedRecords<T>,
  record: ScopedRecord<T>,
  value: T,
  { what, note = '', notify }: SavingOver,
): Promise<boolean> {
  const { name, value: old } = record;
  const scope = ownScopeOf(record);
  const outcome = await records.save(value, scope, record);
  if (outcome.kind === 'canceled') return false;
  const isSaved = outcome.kind === 'saved';
  const undo = () => {
    const updated = records.in(scope, name);
    if (updated !== undefined) void records.save(old, scope, updated);
  };
  notify({
    kind: isSaved ? 'done' : 'warning',
    text:
      outcome.kind === 'changed'
        ? `Another tab has changed ${name}. Update it again to replace it.`
        : outcomeSentence(outcome, what, name, `Updated ${what} ${name}.`),
    ...(note !== '' && { details: [note] }),
    ...(isSaved && { offer: { label: 'Undo', run: undo } }),
  });
  return isSaved;
}

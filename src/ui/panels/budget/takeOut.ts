import { tick } from 'svelte';

/**
 * Runs a verb that may remove a control or its row. Moves the focus to the same control of the next row that has one, or
 * of a row before, or else to the section.
 */
export async function takeOut(control: HTMLElement, verb: () => unknown): Promise<void> {
  const section = control.closest('details');
  const rows = () => [...(section?.querySelectorAll('li, [role="listitem"]') ?? [])];
  const at = rows().findIndex((row) => row.contains(control));
  verb();
  await tick();
  if (section === null || section.contains(document.activeElement)) return;
  const left = at < 0 ? [] : rows();
  const alike = [...left.slice(at), ...left.slice(0, at).reverse()].flatMap(
    (row) => [...row.querySelectorAll<HTMLElement>(control.tagName)].at(-1) ?? [],
  );
  (alike[0] ?? section.querySelector('summary'))?.focus();
}

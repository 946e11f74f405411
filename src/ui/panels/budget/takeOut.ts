import { tick } from 'svelte';

/** Runs a verb that may remove a control's row. Keeps the focus at its position in the list, or else on the section. */
export async function takeOut(control: HTMLElement, verb: () => unknown): Promise<void> {
  const section = control.closest('details');
  const rows = () => [...(section?.querySelectorAll('li, [role="listitem"]') ?? [])];
  const at = rows().findIndex((row) => row.contains(control));
  verb();
  await tick();
  if (section === null || section.contains(document.activeElement)) return;
  const row = rows()
    .slice(0, at + 1)
    .at(-1);
  const alike = [...(row?.querySelectorAll<HTMLElement>(control.tagName) ?? [])].at(-1);
  (alike ?? section.querySelector('summary'))?.focus();
}

import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import FoldedPart from './FoldedPart.svelte';

it('opens even if its title changes at that moment', async () => {
  const toggled: boolean[] = [];
  const props = {
    ...{ open: false, props: {}, load: () => new Promise<never>(() => undefined) },
    ontoggle: (isOpen: boolean) => void toggled.push(isOpen),
  };
  const { rerender } = await render(FoldedPart, {
    props: { ...props, head: { label: 'Files', isWarning: false } },
  });
  const summary = page.getByText('Files').element();
  if (!(summary instanceof HTMLElement)) throw new TypeError('no title');
  summary.click();
  void rerender({ head: { label: 'Files', isWarning: true } });
  flushSync();
  await expect.poll(() => toggled).toEqual([true]);
});

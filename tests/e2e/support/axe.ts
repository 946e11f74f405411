import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Lists the violations that axe finds in both themes, one line per rule. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await analyze(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  return [...dark.map((finding) => `dark: ${finding}`), ...(await lightFindings(page))];
}

/** Lists the violations in the light theme alone. */
export async function lightFindings(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  return analyze(page, (axe) => axe);
}

async function analyze(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<readonly string[]> {
  // Switching the theme starts transitions, and a color in transition has another contrast.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  // The app has no frames, for which axe would open an extra tab each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await narrow(axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`);
}

import type { Page } from '@playwright/test';

/**
 * Lets functions with named functions inside them run in the page: tsx wraps each in a call of `__name`, which the page
 * does not know. A text, since a function that sets it would be wrapped as well.
 */
export async function allowNamedFunctions(page: Page): Promise<void> {
  await page.evaluate('globalThis.__name = (target) => target');
}

import type { Page } from '@playwright/test';

/**
 * Lets functions that contain named functions run in the page: tsx wraps those in calls of `__name`, which the page
 * lacks. Passed as text, because a function that sets it would be wrapped as well.
 */
export async function allowNamedFunctions(page: Page): Promise<void> {
  await page.evaluate('globalThis.__name = (target) => target');
}

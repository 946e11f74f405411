import type { Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { copyDocument } from '../../drive/strata';
import { expect } from './app';
import { shownTotal } from './workbench';

/** Copies, after checking that the shown token count is the document's. */
export async function copyCounted(page: Page): Promise<string> {
  const shown = await shownTotal(page);
  const copied = await copyDocument(page);
  expect(shown).toBe(countTokens(copied));
  return copied;
}

/** A file's block in a copied document, from its heading. */
export function blockOf(copied: string, path: string): string {
  const from = copied.indexOf(`### \`${path}\`\n\n`);
  if (from < 0) throw new Error(`${path} is not in the document`);
  const end = copied.indexOf('\n\n---\n', from);
  return copied.slice(from, end < 0 ? undefined : end);
}

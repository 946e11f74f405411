import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { activeRow, ignored, openTree, row, text } from '../../../../tests/panels/tree';

describe('the toolbar', () => {
  it('filters, goes on into the tree with arrow down, and clears with Escape', async () => {
    await openTree({ 'src/a.ts': text(1), 'docs/b.md': text(1) });
    const box = page.getByRole('searchbox', { name: 'Filter files' });
    await box.fill('b');
    await expect.element(row('src')).not.toBeInTheDocument();
    await expect.element(row('b.md')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('tree')).toHaveFocus();
    await box.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('src')).toBeInTheDocument();
    await expect.element(box).toHaveValue('');
  });

  it('prepares the filter when its box gets the focus', async () => {
    const { asked } = await openTree({ a: text(1) });
    expect(asked.prepared).toBe(0);
    await page.getByRole('searchbox', { name: 'Filter files' }).click();
    expect(asked.prepared).toBe(1);
  });

  it('sorts, narrows to what is ticked, and shows ignored files', async () => {
    const { view } = await openTree({ a: text(1), b: text(50), 'c.log': ignored });
    await page.getByRole('button', { name: 'Sorted: By name' }).click();
    await page.getByRole('menuitemradio', { name: 'Largest first' }).click();
    expect(view.rows.map((shown) => shown.label)).toEqual(['b', 'a']);
    await page.getByRole('button', { name: 'Show ignored files' }).click();
    await expect.element(row('c.log')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Show selected files only' }).click();
    await expect.element(page.getByText('No files selected.')).toBeVisible();
  });

  it('explains what is left out, rule by rule', async () => {
    await openTree({ a: text(1), 'b.log': ignored, 'c.log': ignored });
    await expect.element(page.getByText('1 file', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '2 left out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why are files left out?' });
    await expect
      .element(dialog.getByRole('row').nth(1))
      .toHaveTextContent(/2\s*ignored by \*\.log in \.gitignore line 3\s*b\.log/);
    await dialog.getByRole('button', { name: 'Show ignored files' }).click();
    await expect.element(row('b.log')).toBeInTheDocument();
  });

  it('goes from an example to its row', async () => {
    await openTree({ 'src/a.ts': text(1), 'src/b.log': ignored });
    await page.getByRole('button', { name: '1 left out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'src/b.log' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'b.log');
    await expect.element(page.getByRole('tree')).toHaveFocus();
  });

  it('says so when closed folders hide all ignored files', async () => {
    await openTree({ 'src/a.ts': text(1), 'src/b.log': ignored });
    const eye = page.getByRole('button', { name: 'Show ignored files' });
    await expect.element(eye).toHaveAttribute('title', 'Show ignored files (1 entry)');
    await eye.click();
    await expect.element(page.getByText('1 ignored entry in closed folders.')).toBeVisible();
    await page.getByRole('button', { name: 'Show one' }).click();
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'b.log');
    await expect.element(page.getByText('1 ignored entry in closed folders.')).not.toBeInTheDocument();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { codeLines, codeRoot, LOADING, PATH, showFilePanel, STORE } from '../../../../tests/panels/filePanel';
import type { RepoPath } from '../../../core/files/repoPath';

let workspace: Shown['workspace'];
let file: Shown['file'];
let shownInPreview: Shown['shownInPreview'];
type Shown = Awaited<ReturnType<typeof showFilePanel>>;

beforeEach(async () => {
  ({ workspace, file, shownInPreview } = await showFilePanel());
});

describe('the code', () => {
  it('waits for a file to be chosen', async () => {
    await expect.element(page.getByText('No file open')).toBeVisible();
    expect(workspace.asked).toEqual([]);
  });

  it('is the text of the file alone, with numbers and styles of its own', async () => {
    file.open(PATH);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    expect(codeRoot().querySelector('.cm-lineNumbers')?.textContent).toContain('8');
    expect(getComputedStyle(codeRoot().querySelector('.cm-gutters') ?? document.body).position).toBe(
      'sticky',
    );
    for (const fact of ['TypeScript', '8 lines', '80 tokens', 'not in the document'])
      await expect.element(page.getByText(fact, { exact: true })).toBeVisible();
  });

  it('follows the file on the disk', async () => {
    file.open(PATH);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    workspace.put(PATH, ['changed']);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(['changed']);
    await expect.element(page.getByText('no grammar for .xyz')).toBeVisible();
  });

  it('begins at the first of what is chosen of a file', async () => {
    workspace.choices.setMask(PATH, [{ symbol: 'open', level: 'def' }], '');
    file.open(PATH);
    const active = () => codeRoot().querySelector('.cm-activeLine')?.textContent;
    await expect.poll(active, { timeout: LOADING }).toBe(STORE[5]);
  });

  it('begins at the line that is wished for while the file is read', async () => {
    workspace.choices.setMask(PATH, [{ symbol: 'open', level: 'def' }], '');
    file.open(PATH);
    file.open(PATH, 2);
    const active = () => codeRoot().querySelector('.cm-activeLine')?.textContent;
    await expect.poll(active, { timeout: LOADING }).toBe(STORE[1]);
  });

  it('says how much of a long line is not there', async () => {
    workspace.cut.set(1, 5_000);
    file.open(PATH);
    await expect.poll(() => codeLines()[1], { timeout: LOADING }).toBe('  get() { … 5,000 more characters');
  });

  it('is cut where a file is too long for the screen', async () => {
    workspace.put(
      PATH,
      Array.from({ length: 20_500 }, (_, at) => `line ${at + 1}`),
    );
    file.open(PATH);
    await expect
      .element(page.getByText('Only the first 20,000 of 20,500 lines are shown here'))
      .toBeVisible();
  });

  it('gives way to the reason where there is none', async () => {
    const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
    workspace.contents.set(PATH, { kind: 'binary', reason: 'NUL in the first bytes', block });
    file.open(PATH);
    await expect.element(page.getByText('Shown as a notice only: NUL in the first bytes')).toBeVisible();
    expect(workspace.asked).toEqual([]);
    file.open('gone.ts' as RepoPath);
    await expect
      .element(page.getByText("Couldn't read this file: it is no longer in the folder"))
      .toBeVisible();
  });

  it('gives way to the reason of a failed read, and to a refresh in place of a tick', async () => {
    const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
    workspace.contents.set(PATH, { kind: 'failed', reason: 'no answer within 15 s', block });
    file.open(PATH);
    await expect.element(page.getByText("Couldn't read this file: no answer within 15 s")).toBeVisible();
    expect(page.getByRole('button', { name: 'Select file' }).elements()).toEqual([]);
    workspace.onrefresh = () => {
      workspace.put(PATH, STORE);
    };
    await page.getByRole('button', { name: 'Refresh folder' }).click();
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    await expect.element(page.getByRole('button', { name: 'Select file' })).toBeVisible();
  });

  it('of an ignored file that failed is asked for again by a refresh', async () => {
    workspace.contents.delete(PATH);
    workspace.failures.set(PATH, 'no answer within 15 s');
    file.open(PATH);
    await expect.element(page.getByText("Couldn't read this file: no answer within 15 s")).toBeVisible();
    workspace.failures.clear();
    await page.getByRole('button', { name: 'Refresh folder' }).click();
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
  });

  it('highlights what it has a language for', async () => {
    file.open(PATH);
    await expect
      .poll(() => [...codeRoot().querySelectorAll('.cm-line span')].map((span) => span.textContent))
      .toContain('class');
  });
});

describe('the header', () => {
  it('ticks a file, then leads to it in the preview', async () => {
    file.open(PATH);
    await page.getByRole('button', { name: 'Select file' }).click();
    expect(workspace.ticked.map(({ path }) => path)).toEqual([PATH]);
    workspace.composition.apply({ items: new Map([[PATH, workspace.composition.newItem(PATH)]]) }, 'Tick');
    await expect.element(page.getByText('in the document: full')).toBeVisible();
    await page.getByRole('button', { name: 'Show in preview' }).click();
    expect(shownInPreview).toEqual([PATH]);
  });

  it('lets an encoding be chosen, and shows the one in use', async () => {
    file.open(PATH);
    const encoding = page.getByRole('combobox', { name: 'Encoding' });
    await expect.element(encoding).toHaveDisplayValue('UTF-8 (automatic)');
    await encoding.selectOptions('Shift_JIS (Japanese)');
    expect(workspace.composition.item(PATH)?.encoding).toBe('shift_jis');
    await expect.element(encoding).toHaveDisplayValue('Shift_JIS (Japanese)');
    workspace.composition.undo();
    await expect.element(encoding).toHaveDisplayValue('UTF-8 (automatic)');
  });

  it('offers encodings for what was taken for binary', async () => {
    const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
    workspace.contents.set(PATH, { kind: 'binary', reason: 'NUL in the first bytes', block });
    file.open(PATH);
    await page.getByRole('combobox', { name: 'Encoding' }).selectOptions('UTF-16 LE');
    expect(workspace.composition.item(PATH)?.encoding).toBe('utf-16le');
  });
});

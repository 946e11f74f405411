import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  codeLines,
  codeRoot,
  focusSymbols,
  LOADING,
  PATH,
  showFilePanel,
  STORE,
} from '../../../../tests/panels/filePanel';

let workspace: Shown['workspace'];
let file: Shown['file'];
type Shown = Awaited<ReturnType<typeof showFilePanel>>;

const symbols = () => page.getByRole('listbox', { name: 'Symbols' }).getByRole('option');

beforeEach(async () => {
  ({ workspace, file } = await showFilePanel());
});

describe('the symbols', () => {
  beforeEach(async () => {
    file.open(PATH);
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).toBeVisible();
  });

  it('are listed with kind, lines and depth', async () => {
    const names = symbols()
      .elements()
      .map((element) => element.getAttribute('aria-label'));
    expect(names).toEqual([
      'Store, class, lines 1 to 5',
      'Store.get, method, lines 2 to 4',
      'open, func, lines 6 to 8',
    ]);
    const left = (name: RegExp): number =>
      page.getByRole('option', { name }).element().querySelector('.name')?.getBoundingClientRect().left ?? 0;
    expect(left(/^Store.get,/)).toBeGreaterThan(left(/^Store,/));
  });

  it('are chosen by keys; what is not chosen is dimmed', async () => {
    focusSymbols();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}d');
    expect(workspace.composition.item(PATH)?.astMask).toEqual([{ symbol: 'open', level: 'def' }]);
    expect(workspace.composition.undoName).toBe('Show all of open in store.ts');
    await expect.element(page.getByText('1 of 3 symbols, 33 tokens')).toBeVisible();
    await expect.poll(dimmedLines, { timeout: LOADING }).toEqual(STORE.slice(0, 5));
    await userEvent.keyboard('{ArrowUp}s');
    await expect
      .element(page.getByRole('option', { name: 'Store.get, method, lines 2 to 4, signature' }))
      .toBeVisible();
    await userEvent.keyboard('h');
    await expect.element(page.getByText('1 of 3 symbols, 33 tokens')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    expect(workspace.composition.item(PATH)?.astMask).toEqual([{ symbol: 'open', level: 'def' }]);
    workspace.composition.undo();
    workspace.composition.undo();
    workspace.composition.undo();
    workspace.composition.undo();
    await expect.poll(dimmedLines, { timeout: LOADING }).toEqual([]);
    await expect.element(page.getByText('3 symbols; select some to show only those')).toBeVisible();
  });

  it('show their choices on hover and focus, and once one is chosen', async () => {
    const [first, , third] = symbols().elements();
    const shown = (item: Element | undefined): string =>
      getComputedStyle(item?.querySelector('.levels') ?? document.body).opacity;
    await userEvent.hover(third ?? document.body);
    expect([shown(first), shown(third)]).toEqual(['0', '1']);
    await userEvent.unhover(third ?? document.body);
    expect(shown(third)).toBe('0');
    focusSymbols();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect([shown(first), shown(third)]).toEqual(['0', '1']);
    await userEvent.keyboard('d{ArrowUp}');
    expect(shown(third)).toBe('1');
  });

  it('are chosen by a click on a choice, and let go by another', async () => {
    const choice = page.getByRole('option', { name: /^open/ }).element().querySelector('[data-level=sig]');
    await userEvent.click(choice ?? document.body);
    expect(file.levels).toEqual(new Map([['open', 'sig']]));
    await userEvent.click(choice ?? document.body);
    expect(file.levels).toEqual(new Map());
  });

  it('are filtered, keeping those they stand in', async () => {
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter symbols' }), 'GET');
    await expect.element(page.getByRole('option', { name: /^open/ })).not.toBeInTheDocument();
    expect(symbols().elements()).toHaveLength(2);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter symbols' }), 'nothing');
    await expect.element(page.getByText('No symbol matches')).toBeVisible();
  });

  it('lead to their place in the code', async () => {
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    focusSymbols();
    await userEvent.keyboard('{End}{Enter}');
    await expect
      .poll(() => codeRoot().querySelector('.cm-activeLine')?.textContent)
      .toBe('function open() {');
  });

  it('can be put away', async () => {
    await page.getByRole('button', { name: 'Symbols' }).click();
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).not.toBeInTheDocument();
  });
});

function dimmedLines(): (string | null)[] {
  return [...codeRoot().querySelectorAll('.cm-line.cm-dropped')].map((line) => line.textContent);
}

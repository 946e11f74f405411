import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { block, focusTree, openTree, part, row, text } from '../../../../tests/panels/tree';
import { DEFAULT_OPTIONS } from '../../../core/settings/compositionOptions';
import { viewKey } from '../../../core/views/viewRequest';
import type { RepoPath } from '../../../core/files/repoPath';

describe('modes', () => {
  it('shows what a folder hands on, and whose choice the mode of a file is', async () => {
    const { tree, view, setProps, tick, changes } = await openTree({
      'src/a.ts': text(9),
      'src/b.ts': text(9),
    });
    view.expandAll();
    for (const [path, mode] of [
      ['src/a.ts', 'skeleton'],
      ['src/b.ts', 'outline'],
    ] as const) {
      tick(path);
      tree.setShownAs(path as RepoPath, { mode, label: mode, tokens: 3 });
    }
    changes.raise();
    await setProps({ modes: { ...DEFAULT_OPTIONS, folderModes: new Map([['src', 'skeleton']]) } });
    await expect
      .element(row('src').getByText('skeleton'))
      .toHaveAttribute(
        'title',
        expect.stringContaining('Selected files in this folder are shown as skeleton'),
      );
    await expect
      .element(row('a.ts').getByText('skeleton'))
      .toHaveAttribute('title', expect.stringContaining('like everything in src'));
    await expect
      .element(row('b.ts').getByText('outline'))
      .toHaveAttribute('title', expect.stringContaining('set for this file'));
  });

  it('are chosen by arrows, Enter, digits or not at all, and the focus comes back', async () => {
    const { modes } = await openTree({ 'a.ts': text(1_000), 'b.ts': text(9) });
    const tree = page.getByRole('tree');
    await focusTree();
    for (const [keys, chosen] of [
      ['{Home}{ArrowDown}{Enter}', 'skeleton'],
      ['3', 'outline'],
      ['{Escape}', undefined],
    ] as const) {
      await userEvent.keyboard('{Shift>}{F10}{/Shift}');
      await expect.poll(isInMenu).toBe(true);
      await userEvent.keyboard(keys);
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      await expect.element(tree).toHaveFocus();
      expect(modes.splice(0)).toEqual(chosen === undefined ? [] : [chosen]);
    }
  });

  it('get their numbers without anything moving or losing the focus', async () => {
    const { measure } = await openTree({ 'a.ts': text(1_000) });
    await focusTree();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.poll(isInMenu).toBe(true);
    await userEvent.keyboard('{Home}{ArrowDown}');
    const item = page.getByRole('menuitemradio', { name: /skeleton/ });
    await expect.element(item).toHaveFocus();
    const before = page.getByRole('menu').element().getBoundingClientRect().toJSON();
    measure([
      {
        key: viewKey({ mode: 'skeleton', keep: 'all' }),
        block: { ...block, tokens: 120 },
        gaps: [],
        notes: [],
        warnings: [],
      },
    ]);
    await expect.element(item).toHaveTextContent('120');
    await expect.element(item).toHaveFocus();
    expect(page.getByRole('menu').element().getBoundingClientRect().toJSON()).toEqual(before);
  });

  it('keep their menu inside the window at the end of the tree', async () => {
    await openTree(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`file${index}`, text(1)])));
    await focusTree();
    await userEvent.keyboard('{End}{Shift>}{F10}{/Shift}');
    await expect.poll(isInMenu).toBe(true);
    const { top, bottom, left, right } = page.getByRole('menu').element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    expect(right).toBeLessThanOrEqual(innerWidth);
  });
});

describe('focus files', () => {
  it('are marked by a key or in the menu, and say so', async () => {
    const { marked } = await openTree({ a: text(1), b: text(1) });
    await focusTree();
    await userEvent.keyboard('{Home}8');
    await expect.element(row('a')).toHaveAccessibleDescription(/Focus file/);
    expect(part('a', 'focus')).toBeVisible();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(page.getByRole('menuitemcheckbox', { name: /Focus/ })).toBeChecked();
    await userEvent.keyboard('8');
    await expect.element(row('a')).not.toHaveAccessibleDescription(/Focus file/);
    await focusTree();
    await userEvent.keyboard('8{Shift>}{ArrowDown}{/Shift}8');
    await expect.element(row('b')).toHaveAccessibleDescription(/Focus file/);
    expect(marked).toEqual([
      ['focus', ['a'], true],
      ['focus', ['a'], false],
      ['focus', ['a'], true],
      ['focus', ['a', 'b'], true],
    ]);
  });
});

/** Whether the menu handles keys, because it or its first item has the focus. */
function isInMenu(): boolean {
  return document.activeElement?.closest('[role=menu]') instanceof Element;
}

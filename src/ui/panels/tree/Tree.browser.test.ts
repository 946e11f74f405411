import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  activeRow,
  block,
  focusTree,
  ignored,
  indexed,
  openTree,
  part,
  row,
  text,
} from '../../../../tests/panels/tree';
import type { FileContent } from '../../../core/files/fileContent';
import type { RepoPath } from '../../../core/files/repoPath';

describe('the tree for assistive technology', () => {
  it('is one list in the tab order that names its active row', async () => {
    await openTree({ 'src/a.ts': text(10), 'src/b.ts': text(20), 'readme.md': text(30) });
    const tree = page.getByRole('tree', { name: 'Files' });
    await expect.element(tree).toHaveAttribute('tabindex', '0');
    await expect.element(tree).toHaveAttribute('aria-multiselectable', 'true');
    expect(activeRow()).toHaveAttribute('aria-label', 'src');
    expect(document.querySelectorAll('[role=treeitem] [tabindex], [role=treeitem] button')).toHaveLength(0);
  });

  it('gives every row its level, place, state and name', async () => {
    const { view } = await openTree({ 'src/a.ts': text(10), 'src/b.ts': text(20), 'readme.md': text(30) });
    view.expandAll();
    await expect.element(row('a.ts')).toHaveAttribute('aria-level', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-posinset', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-setsize', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-checked', 'false');
    await expect.element(row('src')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('readme.md')).not.toHaveAttribute('aria-expanded');
    await expect.element(row('b.ts')).toHaveAccessibleDescription('src/b.ts 20 tokens 1 line');
  });

  it('shows no zero for a folder without text', async () => {
    await openTree({
      'images/a.png': { kind: 'binary', reason: 'NUL', block: block },
      'src/a.ts': text(10),
    });
    await expect.element(row('images')).toHaveTextContent(/images\s*–/);
  });

  it('keeps the active row mounted when it is scrolled away', async () => {
    await openTree(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`file${index}`, text(1)])),
    );
    await userEvent.tab();
    await focusTree();
    await userEvent.keyboard('{End}');
    await expect.element(row('file1999')).toBeInTheDocument();
    const tree = page.getByRole('tree').element();
    tree.scrollTop = 0;
    await expect.element(row('file0')).toBeInTheDocument();
    expect(activeRow()).toHaveAttribute('aria-label', 'file1999');
  });
});

describe('keys', () => {
  it('open, enter, tick and untick', async () => {
    await openTree({ 'src/a.ts': text(10), 'src/b.ts': text(20) });
    await focusTree();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(activeRow()).toHaveAttribute('aria-label', 'a.ts');
    await userEvent.keyboard(' ');
    await expect.element(row('a.ts')).toHaveAttribute('aria-checked', 'true');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'mixed');
    await userEvent.keyboard('{ArrowLeft} ');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'true');
    await userEvent.keyboard(' ');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'false');
  });

  it('select a range and tick it at once', async () => {
    await openTree({ a: text(1), b: text(1), c: text(1) });
    await focusTree();
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{/Shift} ');
    await expect.element(row('b')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('b')).toHaveAttribute('aria-checked', 'true');
    await expect.element(row('c')).toHaveAttribute('aria-checked', 'false');
  });

  it('go to a name by its letters', async () => {
    await openTree({ apple: text(1), banana: text(1), cherry: text(1) });
    await focusTree();
    await userEvent.keyboard('c');
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'cherry');
  });
});

describe('the mouse', () => {
  it('ticks by the box, opens a folder by its row, shows a file', async () => {
    const { shown } = await openTree({ 'src/a.ts': text(10), 'src/b.ts': text(20) });
    await row('src').click();
    await userEvent.click(part('a.ts', 'box'));
    await expect.element(row('a.ts')).toHaveAttribute('aria-checked', 'true');
    await row('b.ts').click();
    await row('a.ts').click();
    expect(shown).toEqual(['src/b.ts', 'src/a.ts']);
    await userEvent.click(part('src', 'twist'));
    await expect.element(row('src')).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('what rows show', () => {
  it('shows hostile names as text, controls made visible, with a warning', async () => {
    await openTree({ '<img src=x onerror=alert(1)>"&': text(1), 'a\u202Egnp.js': text(1) });
    await expect.element(row('<img src=x onerror=alert(1)>"&')).toBeInTheDocument();
    expect(document.querySelector('[role=tree] img')).toBeNull();
    const hidden = row('a\\u202egnp.js').element();
    expect(hidden.querySelector('bdi [data-code="U+202E"]')).not.toBeNull();
    expect(hidden.querySelector('.badge.warning')).not.toBeNull();
  });

  it('tells tokens of each file and of what is in the context, marked where not all is counted', async () => {
    const { tick, changes } = await openTree({
      'src/a.ts': text(3_204),
      'src/b.ts': text(9_900),
      'src/late.ts': undefined,
    });
    tick('src/a.ts');
    changes.raise();
    await expect.element(row('src')).toHaveTextContent(/≈13\.1K\s*3\.2K/);
    await expect
      .element(row('src'))
      .toHaveAccessibleDescription('src ≈13,104 tokens in 3 files In the context: 3,212 tokens from 1 file');
  });

  it('tells what is in the context of a folder that is ticked as a whole', async () => {
    const { tree, tick, changes } = await openTree({ 'src/a.ts': text(3_204), 'src/b.ts': text(100) });
    for (const path of ['src/a.ts', 'src/b.ts']) tick(path);
    tree.setShownAs('src/a.ts' as RepoPath, { mode: 'skeleton', label: 'skeleton', tokens: 492 });
    changes.raise();
    await expect.element(row('src')).toHaveTextContent(/3\.3K\s*600$/);
  });

  it('tells all numbers in tokens of the chosen model', async () => {
    const { tick, changes } = await openTree({ 'a.ts': text(10_104) }, { model: 'claude-5.5' });
    tick('a.ts');
    changes.raise();
    await expect.element(row('a.ts')).toHaveTextContent(/≈15\.7K\s*≈15\.7K$/);
    await expect.element(row('a.ts')).toHaveAccessibleDescription(/In the context: ≈15,674 tokens/);
  });

  it('draws the bar of a row against the largest one beside it', async () => {
    const { view, tick } = await openTree({
      'large/a.bin': text(2_500_000),
      'small/b.ts': text(39_500),
      'small/c.ts': text(500),
    });
    view.expandAll();
    const share = (name: string) =>
      getComputedStyle(row(name).element().querySelector('.file') as Element).getPropertyValue('--share');
    await expect.element(row('b.ts')).toBeInTheDocument();
    expect(Number(share('large'))).toBe(1);
    expect(Number(share('small'))).toBeCloseTo(40_000 / 2_500_000);
    expect(Number(share('b.ts'))).toBe(1);
    tick('small/c.ts');
    view.setOnlyTicked(true);
    await expect.element(row('b.ts')).not.toBeInTheDocument();
    expect(Number(share('c.ts'))).toBe(1);
  });

  it('keeps the column of the context where there is room for one', async () => {
    const { tree, resize, tick, changes } = await openTree({ 'a.ts': text(3_204) });
    tick('a.ts');
    tree.setShownAs('a.ts' as RepoPath, { mode: 'outline', label: 'outline', tokens: 42 });
    changes.raise();
    const columns = () =>
      ['File', 'Context'].filter((name) => page.getByText(name, { exact: true }).element().checkVisibility());
    await expect.element(row('a.ts').getByText('3.2K')).toBeVisible();
    expect(columns()).toEqual(['File', 'Context']);
    resize(276);
    await expect.element(row('a.ts').getByText('3.2K')).not.toBeVisible();
    await expect.element(row('a.ts').getByText('42')).toBeVisible();
    expect(columns()).toEqual(['Context']);
  });

  it('cuts neither names nor modes in the pane of a 1024 px window', async () => {
    const { tree, resize, tick, changes } = await openTree({
      'README.md': text(3_204),
      'package.json': text(20),
    });
    resize(308);
    const shownAs = { label: 'summary', tokens: 42, summary: { state: 'cached', by: 'heuristic' } } as const;
    for (const path of ['README.md', 'package.json'] as RepoPath[]) {
      tick(path);
      tree.setShownAs(path, { mode: 'summary', ...shownAs });
    }
    changes.raise();
    await expect.element(row('README.md').getByText('summary')).toBeVisible();
    const cut = [...document.querySelectorAll('[role=treeitem] :is(.truncate, .mode)')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  });

  it('has the symbols of a file once they are known', async () => {
    const content = text(20);
    const { tree, changes } = await openTree({ 'a.ts': content });
    await expect.element(row('a.ts')).toHaveAccessibleDescription('a.ts 20 tokens 1 line');
    if (content.kind === 'text') tree.setSymbols('a.ts' as RepoPath, content.hash, 3);
    changes.raise();
    await expect.element(row('a.ts')).toHaveAccessibleDescription('a.ts 20 tokens 1 line, 3 symbols');
  });

  it.each<[string, FileContent, string]>([
    ['binary', { kind: 'binary', reason: 'PNG image', block }, 'PNG image'],
    ['failed', { kind: 'failed', reason: 'it is locked', block }, 'it is locked'],
    ['large', { kind: 'unread', reason: '80 MB', tokens: 9, block }, '80 MB'],
  ])('marks a file as %s, with the reason', async (badge, content, reason) => {
    await openTree({ file: content });
    await expect
      .element(row('file').getByText(badge))
      .toHaveAttribute('title', expect.stringContaining(reason));
    await expect.element(row('file')).toHaveAccessibleDescription(expect.stringContaining(reason));
  });

  it('dims what is left out and says which rule does it', async () => {
    const { view } = await openTree({ 'a.ts': text(1), 'b.log': ignored });
    view.setShowLeftOut(true);
    await row('b.log').click();
    const note = page.getByText('ignored by *.log in .gitignore line 3');
    await expect.element(note).toBeVisible();
    expect([...note.element().querySelectorAll('code')].map((code) => code.textContent)).toEqual([
      '*.log',
      '.gitignore',
    ]);
    await expect.element(row('b.log')).toHaveClass(/dim/);
  });

  it('does not move anything while counts come in', async () => {
    const { tree, view, changes } = await openTree({ 'src/a.ts': undefined, 'src/b.ts': undefined });
    view.expandAll();
    await expect.element(row('a.ts')).toBeInTheDocument();
    const before = boxes();
    tree.setIndexed([indexed(1, text(1_234_567))]);
    changes.raise();
    await expect.element(row('a.ts')).toHaveTextContent('1.2M');
    expect(boxes()).toEqual(before);
  });
});

describe('without rows', () => {
  it('says that the folder is empty', async () => {
    await openTree({});
    await expect.element(page.getByText('This folder is empty.')).toBeVisible();
    expect(document.querySelector('[role=tree]')).toBeNull();
  });

  it('says that it is still being read', async () => {
    await openTree({}, { busy: true });
    await expect.element(page.getByText('Reading the folder…')).toBeVisible();
  });

  it('says that everything is ignored, and offers to show it', async () => {
    await openTree({ 'a.log': ignored });
    await expect.element(page.getByText('Everything in this folder is ignored: 1 entry.')).toBeVisible();
    await page.getByRole('button', { name: 'Show ignored files' }).last().click();
    await expect.element(row('a.log')).toBeInTheDocument();
  });

  it('says that nothing matches', async () => {
    await openTree({ a: text(1) });
    await page.getByRole('searchbox').fill('zzz');
    await expect.element(page.getByText('No file matches zzz')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.element(row('a')).toBeInTheDocument();
  });
});

function boxes(): number[] {
  return [...document.querySelectorAll('[role=treeitem] > *')].map((part) =>
    Math.round(part.getBoundingClientRect().left),
  );
}

import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { engineWith, idle, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { Workspace } from '../../../app/workspace.svelte';
import type { FoundSymbol } from '../../../core/symbols/rankSymbols';
import MentionList from './MentionList.svelte';

const FILES = ['src/store.ts', 'src/other.ts', '.env'];
const SYMBOL: FoundSymbol = {
  ...{ file: path('src/other.ts'), path: 'Store.get', name: 'get', kind: 'Method', line: 3, level: 1 },
};

let workspace: Workspace;
const box = page.getByLabelText('Task');
const options = page.getByRole('option');
const task = () => workspace.composition.options.task;
const ticked = () => workspace.composition.paths;

beforeEach(async () => {
  const { engine, tell } = engineWith({
    filter: (query) => Promise.resolve(FILES.flatMap((file, id) => (file.includes(query) ? [id] : []))),
    findSymbols: ({ query }) => {
      const symbols = query !== '' && SYMBOL.path.toLowerCase().includes(query.toLowerCase()) ? [SYMBOL] : [];
      const progress = { state: 'done', done: 3, total: 3, failed: 0 } as const;
      return Promise.resolve({ symbols, matches: symbols.length, progress });
    },
  });
  workspace = workspaceWith(engine);
  await workspace.open();
  tell({
    kind: 'entries',
    entries: FILES.map((file, id) => ({
      ...{ id, path: path(file), kind: 'file' },
      ...(file === '.env' && { leftOut: { source: 'sensitive', rule: '.env' } as const }),
    })),
  });
  tell(idle);
  const element = document.createElement('textarea');
  element.setAttribute('aria-label', 'Task');
  element.addEventListener('input', () => {
    workspace.set('task', element.value);
  });
  const composer = document.createElement('main');
  composer.style.cssText = 'position: relative; margin-block-start: 400px'; // the list opens above it
  composer.append(element);
  document.body.replaceChildren(composer);
  await render(MentionList, { props: { workspace, box: element }, target: composer });
  await box.click();
});

test('a file is found, inserted and selected by keyboard', async () => {
  await userEvent.keyboard('Fix @sto');
  await expect.element(options.first()).toHaveTextContent(/src\/store\.ts.*adds it/);
  const list = page.getByRole('listbox', { name: 'Files and symbols' });
  await expect.element(box).toHaveAttribute('aria-controls', list.element().id);
  const active = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toContain('src/store.ts');
  await userEvent.keyboard('{Enter}');
  await expect.poll(task).toBe('Fix @src/store.ts ');
  expect(ticked()).toEqual(['src/store.ts']);
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(box).not.toHaveAttribute('aria-controls');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Enter}x');
  await expect.poll(task).toBe('Fix @src/store.ts \nx');
});

test('a symbol selects its file, which stays selected when the reference is deleted', async () => {
  await userEvent.keyboard('@get');
  await expect.element(options.first()).toHaveTextContent(/Store\.get.*adds src\/other\.ts/);
  await userEvent.keyboard('{Tab}');
  await expect.poll(task).toBe('@Store.get ');
  expect(ticked()).toEqual(['src/other.ts']);
  await box.fill('');
  expect(ticked()).toEqual(['src/other.ts']);
  await userEvent.keyboard('@get');
  await expect.element(options.first()).toHaveTextContent('src/other.ts, selected');
});

test('a symbol of a file that shows selected symbols is added to them', async () => {
  workspace.choices.setMask(path('src/other.ts'), [{ symbol: 'Cache', level: 'def' }], 'Mask');
  await userEvent.keyboard('@get');
  await expect.element(options.first()).toHaveTextContent('adds it to the selected symbols of src/other.ts');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => workspace.composition.item(path('src/other.ts'))?.astMask)
    .toEqual([
      { symbol: 'Cache', level: 'def' },
      { symbol: 'Store.get', level: 'def' },
    ]);
});

test('a file whose name suggests secrets is asked about', async () => {
  await userEvent.keyboard('@.env');
  await expect.element(options.first()).toHaveTextContent('asks first: may hold secrets');
  await options.first().click();
  await expect.poll(task).toBe('@.env ');
  expect(ticked()).toEqual([]);
  expect(workspace.choices.question?.paths).toEqual(['.env']);
});

test('Escape closes the list and leaves the text; Enter is then a new line', async () => {
  await userEvent.keyboard('@sto');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('re{Enter}');
  await expect.poll(task).toBe('@store\n');
  expect(ticked()).toEqual([]);
  await userEvent.keyboard('@sto');
  await expect.element(options.first()).toBeVisible();
});

test('it goes away when the caret leaves the word, and when nothing matches', async () => {
  await userEvent.keyboard('a @sto');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Home}');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{End}r');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('()');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(task).toBe('a @stor()\n');
});

test('e-mail addresses, decorators in code and pasted references are left alone', async () => {
  for (const text of ['ada@store.ts', '```\n@store']) {
    await box.fill('');
    for (const key of text) await userEvent.keyboard(key === '\n' ? '{Enter}' : key);
    await expect.poll(task).toBe(text);
    await expect.element(options).not.toBeInTheDocument();
  }
  await box.fill('@x');
  await userEvent.keyboard(' ');
  const data = new DataTransfer();
  data.setData('text/plain', '@store');
  document.execCommand('insertText', false, ''); // the box has the focus
  document.activeElement?.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  await expect.element(options).not.toBeInTheDocument();
});

import { openFolder } from '../drive/dropFolder';
import { copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { clickBox, row } from './support/workbench';

test('the symbol map describes the files whose full text is not in the document', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({
    'src/store.ts': 'export class Store {\n  get(key: string): string {\n    return key;\n  }\n}\n',
    'src/main.ts': "import { Store } from './store';\n\nexport const store = new Store();\n",
    'notes.md': '# Notes\n',
  });
  await openFolder(page, repository.path);
  await tick(page, 'src/main.ts');
  const scope = page.getByRole('combobox', { name: 'Symbol map' });
  await scope.selectOption('All files not in full');
  await whenIdle(page);
  expect(await findings(page)).toEqual([]);
  const map = await copyDocument(page);
  expect(map).toContain('## Symbol Map\n\n```text\n# c class');
  expect(map).toContain(
    'src/store.ts: ←1\nc Store:1 ←src/main.ts:1\n  m get(key)->string:2\n←refs: src/main.ts\n',
  );
  expect(map).not.toContain('src/main.ts:\n');

  await row(page, 'src').click();
  await clickBox(page, 'store.ts');
  await clickBox(page, 'main.ts');
  await whenIdle(page);
  const other = await copyDocument(page);
  expect(other).toContain('src/main.ts:\ni→ src/store.ts\nv store:3 →src/store.ts:Store\n');
  expect(other).not.toContain('src/store.ts: ←1');

  await scope.selectOption('Selected files not in full');
  await whenIdle(page);
  expect(await copyDocument(page)).not.toContain('## Symbol Map');
  await row(page, 'store.ts').click();
  await row(page, 'store.ts').press('3');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('src/store.ts: ←1\nc Store:1');
});

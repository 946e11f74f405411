import { expect, it } from 'vitest';
import { mentionAt } from './mentionAt';

/** `|` is the caret. */
function found(text: string): string | undefined {
  const caret = text.indexOf('|');
  return mentionAt(text.replace('|', ''), caret)?.query;
}

it.each<[string, string | undefined]>([
  ['@|', ''],
  ['@st|', 'st'],
  ['Fix @src/a.ts| now', 'src/a.ts'],
  ['Fix\n@Store.get|', 'Store.get'],
  ['Fix (@Store|)', 'Store'],
  ['Fix `@Store|`', 'Store'],
  ['@app/(group)/[id].ts|', 'app/(group)/[id].ts'],
  ['Fix @st|ore', 'st'],
  ['', undefined],
  ['Fix |@store', undefined],
  ['Fix @store |', undefined],
  ['ada@example|', undefined],
  ['a@b.org, @|', ''],
  ['pkg@1.0|', undefined],
  ['@scope/pkg@1|', undefined],
  ['```ts\n@Inject|', undefined],
  ['```ts\n@Inject()\n```\n@st|', 'st'],
  ['~~~\n@Override|', undefined],
  [`@${'x'.repeat(300)}|`, undefined],
  [`${'x'.repeat(300)} @y|`, 'y'],
])('%j has a mention: %j', (text, query) => {
  expect(found(text)).toBe(query);
});

it('gives the place of the @', () => {
  expect(mentionAt('Fix @st', 7)).toEqual({ start: 4, query: 'st' });
});

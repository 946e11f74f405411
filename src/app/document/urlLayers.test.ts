import { expect, test } from 'vitest';
import { full } from '../../../tests/planned';
import { textBlock, urlKey } from '../../core/document/block';
import { planDocument } from '../../core/document/plan';
import { LAYOUTS, type LayoutName } from '../../core/settings/settings';
import { NO_LAYERS, type Layers } from '../../core/tiers/layers';
import { arrangementOf, layersAfter, type LayeredBlock } from './layering';
import { standingsOf } from './standings';

const URL_KEY = urlKey('https://a.example');
const asMeasured = (block: ReturnType<typeof textBlock>, hash = '1'): LayeredBlock => ({
  ...block,
  ...{ hash, tokens: 5_000 },
});
const files = ['a.ts', 'b.ts'].map((path) => asMeasured(full(path)));
const page = asMeasured(textBlock('urls', URL_KEY));
const other = asMeasured(textBlock('beads'));

function takeTurn(name: LayoutName, layers: Layers, task: string, withPage = true) {
  const blocks = [...files, ...(withPage ? [page] : []), other, asMeasured(textBlock('task'), task)];
  const arranging = { name, filesHeading: '## Files', layers, options: { target: 1_000 } };
  const arrangement = arrangementOf(blocks, arranging);
  const plan = planDocument(blocks, arrangement.layout);
  const keys = plan.map(({ key }) => key);
  const standing = standingsOf({ blocks: [], arrangement, layers, base: undefined }).get(URL_KEY);
  return { plan, keys, standing, arrangement, layers: layersAfter(arranging, arrangement, keys) };
}

test.each(LAYOUTS)('texts of URLs stay in the active tier in the layout %s', (name) => {
  let layers = NO_LAYERS;
  for (let turn = 0; turn < 20; turn += 1) {
    const taken = takeTurn(name, layers, String(turn));
    expect(taken.standing?.tier).toBe('active');
    expect(taken.plan.find(({ key }) => key === URL_KEY)?.lead).toBe('## URLs');
    expect(taken.arrangement.layout.isStatic?.(page) ?? false).toBe(false);
    layers = taken.layers;
  }
});

test('a URL that is gone leaves the beginning of the document as it was', () => {
  const first = takeTurn('stable', NO_LAYERS, 'one');
  expect(first.keys.at(-2)).toBe(URL_KEY);
  const second = takeTurn('stable', first.layers, 'two', false);
  expect(second.keys.slice(0, -1)).toEqual(first.keys.slice(0, -2));
  expect(second.arrangement.stays('section:beads')).toBe(true);
});

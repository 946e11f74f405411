import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createListWriter, inverted, listAt, type FlatLists } from './flatLists';

function flat(lists: readonly (readonly number[])[]): FlatLists {
  const writer = createListWriter();
  for (const list of lists) {
    for (const item of list) writer.add(item);
    writer.finishList();
  }
  return writer.finish();
}

const SIZE = 6;
const lists = fc.array(fc.array(fc.nat(SIZE - 1), { maxLength: 8 }), { maxLength: 8 });

it('keeps each list', () => {
  fc.assert(
    fc.property(lists, (written) => {
      expect(written.map((_, at) => [...listAt(flat(written), at)])).toEqual(written);
    }),
  );
});

it('lists for each item the lists that contain it', () => {
  fc.assert(
    fc.property(lists, (written) => {
      const found = inverted(flat(written), SIZE);
      for (let item = 0; item < SIZE; item += 1)
        expect([...listAt(found, item)]).toEqual(
          written.flatMap((list, at) => list.filter((each) => each === item).map(() => at)),
        );
    }),
  );
});

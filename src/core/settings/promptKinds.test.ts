import { expect, test } from 'vitest';
import { namedFragments, participantsKind } from './promptKinds';

const many = Array.from({ length: 203 }, (_, at) => ({
  id: `p${at}`,
  name: `n${at}`,
  text: 'x',
  isOff: false,
}));

test('an import has no more texts and participants than the screen can show at once', () => {
  const refused = ['3 more than the 200 that are allowed'];
  expect(participantsKind.accept?.(many)).toEqual({ value: many.slice(0, 200), refused });
  expect(namedFragments.accept?.(many)).toEqual({ value: many.slice(0, 200), refused });
  expect(participantsKind.accept?.(many.slice(0, 2))).toEqual({ value: many.slice(0, 2), refused: [] });
});

test('of texts with the same name, the first one stays', () => {
  const [one, other] = many.map((each) => ({ ...each, name: 'same' }));
  if (one === undefined || other === undefined) throw new Error('there are two');
  expect(namedFragments.accept?.([one, { ...other, text: 'y' }, { ...other, name: ' ' }])).toEqual({
    value: [one],
    refused: ['"same" is a duplicate name', '" " is empty'],
  });
});

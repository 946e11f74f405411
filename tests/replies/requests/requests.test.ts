/** How many of the requests that models make in plain sentences are found. */
import { expect, it } from 'vitest';
import { readRequests } from '../../../src/core/requests/readRequests';
import { lineOf, requestCases, WORKSPACE, type RequestCase } from './requestCases';

const asking = requestCases('asking.txt');
const nearMisses = requestCases('nearMisses.txt');

const foundIn = ({ reply }: RequestCase): readonly string[] =>
  readRequests(reply, WORKSPACE).requests.map(lineOf);

it.each([
  ['the known replies', false],
  ['the replies held out', true],
])('finds the requests in %s', (_, isHeldOut) => {
  const cases = asking.filter((each) => each.isHeldOut === isHeldOut);
  const missed = cases.filter((each) => !each.asked.every((line) => foundIn(each).includes(line)));
  const extra = cases.filter((each) => foundIn(each).some((line) => !each.asked.includes(line)));
  const count = (of: readonly RequestCase[]): number => of.flatMap(({ asked }) => asked).length;
  const found = cases.flatMap((each) => each.asked.filter((line) => foundIn(each).includes(line)));
  console.log(
    `${found.length} of ${count(cases)} requests, ${cases.length} replies, ${extra.length} with others`,
  );
  if (!isHeldOut) {
    for (const each of missed) console.log('MISSED', each.reply, '\n  ->', foundIn(each), each.asked);
    for (const each of extra) console.log('EXTRA', each.reply, '\n  ->', foundIn(each), each.asked);
  }
  expect(found.length / count(cases)).toBeGreaterThanOrEqual(0.9);
});

it.each([
  ['the known near misses', false],
  ['the near misses held out', true],
])('finds none in %s', (_, isHeldOut) => {
  const cases = nearMisses.filter((each) => each.isHeldOut === isHeldOut);
  const wrong = cases.filter((each) => foundIn(each).length > 0);
  console.log(`${wrong.length} of ${cases.length} near misses`);
  if (!isHeldOut) for (const each of wrong) console.log('WRONG', each.reply, foundIn(each));
  expect(wrong.length).toBe(0);
});

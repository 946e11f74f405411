/** How many of the requests that models make in plain sentences are found. */
import { expect, it } from 'vitest';
import { readRequests } from '../../../src/core/requests/readRequests';
import { lineOf, requestCases, WORKSPACE, type RequestCase } from './requestCases';

const asking = requestCases('asking.txt');
const nearMisses = requestCases('nearMisses.txt');

const foundIn = ({ reply }: RequestCase): readonly string[] =>
  readRequests(reply, WORKSPACE).requests.map(lineOf);

it.each([
  ['the replies that the rules were written for', false],
  ['the replies held out', true],
])('finds nine in ten requests, and nothing else, in %s', (_, isHeldOut) => {
  const cases = asking.filter((each) => each.isHeldOut === isHeldOut);
  const asked = cases.flatMap((each) => each.asked.map((line) => foundIn(each).includes(line)));
  expect(asked.filter(Boolean).length / asked.length).toBeGreaterThanOrEqual(0.9);
  expect(
    cases
      .filter((each) => foundIn(each).some((line) => !each.asked.includes(line)))
      .map(({ reply }) => reply),
  ).toEqual([]);
});

it('finds none in replies that only name files', () => {
  expect(nearMisses.filter((each) => foundIn(each).length > 0).map(({ reply }) => reply)).toEqual([]);
});

it.each(requestCases('later.txt'))('reads $reply', (each) => {
  expect(foundIn(each)).toEqual(each.asked);
});

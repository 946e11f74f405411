import { expect, test } from 'vitest';
import { combinedCorruptions, CORRUPTIONS } from './corruptions';
import { outcomeOf } from './outcome';
import { seededRandom } from './seededRandom';
import { diskText, expectedText, sentText, trialOf, type TrialFormat } from './trial';

/** Enough of each format to damage. */
const FORMAT: TrialFormat = {
  name: 'search and replace',
  isWhole: false,
  print: (edits) =>
    edits
      .map(({ path, before = '', after = '' }) =>
        [path, '```py', '@@ -1,40 +1,40 @@', before, '=======', after, '```'].join('\n'),
      )
      .join('\n\n'),
};

const before = [
  '# Finds "routes" by name.',
  ...Array.from({ length: 30 }, (_, at) => `value_${at} = read(${at})  `),
  'def find(name):',
  '\t# Returns the first route.',
  '',
  '    routes = load("routes")',
  '    first = routes[0]',
  '    kept = first',
  '    same = kept',
  '    also = same',
  '    more = also && 1 < 2',
  '    return first.name',
  '',
  '# Ends here.',
  ...Array.from({ length: 30 }, (_, at) => `last_${at} = write('${at}')`),
  '',
].join('\n');
const after = before.replace('routes[0]', 'routes.first').replace('first.name', 'first.title');
const COMMIT = { files: [{ path: 'src/find.py', before, after }] };

test.each(CORRUPTIONS.map((corruption) => [corruption.name, corruption] as const))(
  '%s changes the reply or the file, the same way each time',
  (_, corruption) => {
    const clean = trialOf(COMMIT, FORMAT, [], seededRandom('seed'));
    const [one, other] = [1, 2].map(() => trialOf(COMMIT, FORMAT, [corruption], seededRandom('seed')));
    expect(one).toEqual(other);
    expect(one?.changed).toHaveLength(1);
    expect(one).not.toEqual(clean);
    if (corruption.level !== 'file') expect(one?.reply).not.toBe(clean?.reply);
  },
);

test('corruptions have names of their own', () => {
  expect(new Set(CORRUPTIONS.map(({ name }) => name)).size).toBe(CORRUPTIONS.length);
});

test('combined corruptions damage the file and the reply', () => {
  const levels = combinedCorruptions(seededRandom('seed')).map(({ level }) => level);
  expect(levels).toHaveLength(2);
  expect(levels[0]).toBe('file');
});

test('what may be applied without asking', () => {
  const trial = trialOf(COMMIT, FORMAT, [named('changed elsewhere')], seededRandom('seed'));
  const [file] = trial?.changed ?? [];
  if (file === undefined) throw new Error('no file');
  const asked = { isAsked: true, isPartial: false, isVague: false };
  const silent = { isAsked: false, isPartial: false, isVague: false };
  expect(sentText(file)).toBe(before);
  expect(diskText(file)).not.toBe(before);
  expect(outcomeOf(file, expectedText(file), asked)).toBe('right');
  expect(outcomeOf(file, diskText(file), asked)).toBe('asks');
  expect(outcomeOf(file, diskText(file), silent)).toBe('lost');
  expect(outcomeOf(file, diskText(file).replace('routes[0]', 'routes.first'), asked)).toBe('asks');
  expect(outcomeOf(file, after, asked)).toBe('wrong');
});

test('nothing may be applied where the disk has changed', () => {
  const trial = trialOf(COMMIT, FORMAT, [named('changed in the same place')], seededRandom('seed'));
  const [file] = trial?.changed ?? [];
  if (file === undefined) throw new Error('no file');
  expect(outcomeOf(file, diskText(file), { isAsked: true, isPartial: false, isVague: false })).toBe('asks');
  expect(outcomeOf(file, after, { isAsked: false, isPartial: false, isVague: false })).toBe('wrong');
});

function named(name: string) {
  const corruption = CORRUPTIONS.find((each) => each.name === name);
  if (corruption === undefined) throw new Error(`no corruption called ${name}`);
  return corruption;
}

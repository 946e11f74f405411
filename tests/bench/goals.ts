/** Turns figures into lines that say whether each goal is reached. Speeds are ratios within one run of the bench. */
import type { FolderBench } from './benchFolder';
import { MAX_FIRST_SCREEN_SCRIPTS } from './firstScreen';

export interface Line {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly reached: boolean | undefined;
}

type Figure = number | undefined;

export function linesOf({ samples, files }: FolderBench): readonly Line[] {
  const of = (name: string): Figure => samples.median(name);
  const firstScreenGoal = files > 30_000 ? 3_000 : 1_000;
  return [
    line('floor: walk, getFile, read one by one', seconds(of('floor'))),
    line('· walk', seconds(of('floor walk'))),
    line('· getFile', seconds(of('floor sizes'))),
    line('· arrayBuffer', seconds(of('floor read'))),
    line('floor: read in batches', seconds(of('floor in batches'))),
    line('· arrayBuffer of about 1 MB', seconds(of('floor read in batches'))),
    line('repomix', seconds(of('repomix'))),
    line('repomix: memory', megabytes(of('repomix memory'))),
    line('cold open to all counts', seconds(of('cold'))),
    line('· scan', seconds(of('cold scan'))),
    line('· sizes, reading, counting', seconds(of('cold read'))),
    atMost('cold open / floor, one by one', ratio(of('cold'), of('floor')), 1.2, '×'),
    line('cold open / floor, in batches', times(ratio(of('cold'), of('floor in batches')))),
    atLeast('repomix / cold open', ratio(of('repomix'), of('cold')), 2, '×'),
    atMost('first useful screen, cold', of('cold first screen'), firstScreenGoal, 'ms'),
    line('warm open to the numbers', seconds(of('warm numbers'))),
    atLeast('repomix / warm numbers', ratio(of('repomix'), of('warm numbers')), 20, '×'),
    line('warm open to all checked', seconds(of('warm'))),
    atLeast('repomix / warm checked', ratio(of('repomix'), of('warm')), 4, '×'),
    atMost('find in files, in memory: first lines', of('find from memory, first'), 300, 'ms'),
    line('· everything', milliseconds(of('find from memory'))),
    line('find in files, from disk: first lines', milliseconds(of('find from disk, first'))),
    line('· everything', milliseconds(of('find from disk'))),
    atMost(
      '· everything / getFile and arrayBuffer of the floor, one by one',
      ratio(of('find from disk'), sum(of('floor sizes'), of('floor read'))),
      1.5,
      '×',
    ),
    atMost('one more tick, 10 in context', of('tick 10'), 50, 'ms'),
    atMost('one more tick, 1,000 in context', of('tick 1000'), 50, 'ms'),
    atMost('one more tick, all in context', of('tick all'), 50, 'ms'),
    line('all ticked at once, to the totals', milliseconds(of('tick all at once'))),
    line('copy of all', seconds(of('copy'))),
    line('· assembling', seconds(of('copy assemble'))),
    line('· bytes', megabytes(of('copy bytes'))),
    ...skeletonLines(of),
    ...[
      ['cold open', 'cold longest task'],
      ['warm open', 'warm longest task'],
      ['find in files, in memory', 'find from memory longest task'],
      ['find in files, from disk', 'find from disk longest task'],
      ['ticks, 10 in context', 'tick 10 longest task'],
      ['ticks, 1,000 in context', 'tick 1000 longest task'],
      ['ticks, all in context', 'tick all longest task'],
      ['ticking all at once', 'tick all at once longest task'],
      ['copy of all', 'copy longest task'],
      ['all as skeletons', 'skeletons longest task'],
    ].map(([name = '', sample = '']) => atMost(`longest task by CPU time: ${name}`, of(sample), 50, 'ms')),
    atMost('memory after the cold open, nothing ticked', of('cold memory'), 350_000_000, 'MB'),
    atMost(
      'scripts before the first screen, gzip',
      of('first screen scripts'),
      MAX_FIRST_SCREEN_SCRIPTS,
      'KB',
    ),
    ...countingLines(samples.all(), of),
  ].filter(({ value }) => value !== '');
}

/** Excludes reading: Strata's time after opening, and repomix's minus Node's time to read the same files. */
function skeletonLines(of: (name: string) => Figure): Line[] {
  const rival = of('repomix compress');
  const cold = sum(of('skeletons open'), of('skeletons'));
  const unread = sum(rival, negative(of('reading in Node')));
  return [
    line('repomix --compress', seconds(rival)),
    line('all as skeletons, from the drop', seconds(cold)),
    line('· after the opening', seconds(of('skeletons'))),
    line('all as skeletons again, after the opening', seconds(of('skeletons again'))),
    line('· from the drop', seconds(sum(of('skeletons again open'), of('skeletons again')))),
    atLeast('repomix --compress / all as skeletons', ratio(rival, cold), 1.5, '×'),
    atLeast('· both without reading', ratio(unread, of('skeletons')), 2.5, '×'),
    atLeast('· again, from the cache', ratio(rival, of('skeletons again')), 20, '×'),
    line('characters of all skeletons', millions(of('skeletons characters'))),
    line('· of repomix --compress', millions(of('repomix compress characters'))),
    line('symbols kept', percent(ratio(of('symbols kept'), of('symbols')))),
    line('· by repomix', percent(ratio(of('symbols kept by repomix'), of('symbols')))),
  ];
}

function countingLines(all: Readonly<Record<string, unknown>>, of: (name: string) => Figure): Line[] {
  const corpora = Object.keys(all).flatMap((name) => /^counting (.*) cold$/.exec(name)?.[1] ?? []);
  return corpora
    .filter((corpus) => !corpus.endsWith('gpt-tokenizer'))
    .flatMap((corpus) => {
      const rival = of(`counting ${corpus} gpt-tokenizer`);
      const speed = of(`counting ${corpus}`);
      return [
        atLeast(`one worker counts ${corpus}`, speed, corpus === 'source' ? 40 : 5, 'MB/s'),
        line(`· the first time`, rate(of(`counting ${corpus} cold`))),
        line(`· gpt-tokenizer`, rate(rival)),
      ];
    });
}

function line(name: string, value: string): Line {
  return { name, value, goal: '', reached: undefined };
}

function atMost(name: string, value: Figure, goal: number, unit: Unit): Line {
  if (value === undefined) return line(name, '');
  return { name, value: shown(value, unit), goal: `≤ ${shown(goal, unit)}`, reached: value <= goal };
}

function atLeast(name: string, value: Figure, goal: number, unit: Unit): Line {
  if (value === undefined) return line(name, '');
  return { name, value: shown(value, unit), goal: `≥ ${shown(goal, unit)}`, reached: value >= goal };
}

type Unit = '×' | 'ms' | 'MB' | 'KB' | 'MB/s';

/** Sizes are in bytes. */
function shown(value: number, unit: Unit): string {
  switch (unit) {
    case '×':
      return `${round(value)} ×`;
    case 'ms':
      return milliseconds(value);
    case 'MB':
      return megabytes(value);
    case 'KB':
      return `${Math.round(value / 1_000)} KB`;
    case 'MB/s':
      return rate(value);
  }
}

function ratio(one: Figure, other: Figure): Figure {
  return one === undefined || other === undefined ? undefined : one / other;
}

function sum(one: Figure, other: Figure): Figure {
  return one === undefined || other === undefined ? undefined : one + other;
}

function negative(value: Figure): Figure {
  return value === undefined ? undefined : -value;
}

function millions(value: Figure): string {
  return value === undefined ? '' : `${(value / 1e6).toFixed(2)} M`;
}

function percent(value: Figure): string {
  return value === undefined ? '' : `${(100 * value).toFixed(1)} %`;
}

function times(value: Figure): string {
  return value === undefined ? '' : `${round(value)} ×`;
}

function seconds(value: Figure): string {
  return value === undefined ? '' : `${(value / 1_000).toFixed(2)} s`;
}

function milliseconds(value: Figure): string {
  return value === undefined ? '' : `${Math.round(value)} ms`;
}

function megabytes(value: Figure): string {
  return value === undefined ? '' : `${Math.round(value / 1_000_000)} MB`;
}

function rate(value: Figure): string {
  return value === undefined ? '' : `${round(value)} MB/s`;
}

function round(value: number): string {
  return value >= 20 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
}

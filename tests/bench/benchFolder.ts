/** Measures one folder. Rivals take turns within a run, so that other work on the machine affects all of them. */
import { loadavg } from 'node:os';
import type { Report } from '../../src/app/automation/report';
import type { BenchCommand, Part } from './commandLine';
import { measureCounting } from './counting';
import { firstScreenScripts } from './firstScreen';
import { measureFloor } from './floor';
import { hasCtags, keptSymbols } from './keptSymbols';
import { packWithRepomix } from './repomix';
import { createSamples, median, type Samples } from './samples';
import { SITE } from './site';
import { readInNode, runSkeletons } from './skeletons';
import { runStrata, TICK_SIZES, type StrataRun } from './strataRuns';

export interface FolderBench {
  readonly folder: string;
  /** Files that Strata read and counted. */
  readonly files: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly leftOut: number;
  readonly load: readonly number[];
  readonly samples: Samples;
  readonly remarks: readonly string[];
}

export interface BenchTools {
  readonly site: string;
  /** Path of the repomix program, if requested. */
  readonly repomix: string | undefined;
  say(text: string): void;
}

export async function benchFolder(
  folder: string,
  { runs, parts }: Pick<BenchCommand, 'runs' | 'parts'>,
  { site, repomix, say }: BenchTools,
): Promise<FolderBench> {
  const wants = (part: Part): boolean => parts.includes(part);
  const samples = createSamples();
  const remarks: string[] = [];
  const loadBefore = loadavg()[0] ?? 0;

  // A warm-up round: it brings the folder into the system's cache, shows which files Strata leaves out, and
  // measures the longest tasks, which would make the times of the other runs longer.
  say(`${folder}: first look`);
  const strataParts = {
    ...{ find: wants('find'), tick: wants('tick') },
    ...{ copy: wants('copy'), skeletons: wants('skeletons') },
  };
  const firstLook = await runStrata(site, folder, { ...strataParts, tasks: true });
  addTasks(samples, firstLook);
  const { report } = firstLook.cold;
  const leftOut = report.ignored.map(({ path }) => path);
  const bytes = report.files.reduce((sum, { size }) => sum + size, 0);
  const unread = report.files.filter(({ state }) => state === 'pending' || state === 'unread');
  if (unread.length > 0) remarks.push(`${unread.length} files were not read by Strata`);

  for (let run = 1; run <= runs; run++) {
    say(`${folder}: run ${run} of ${runs}`);
    if (wants('floor')) {
      const floor = await measureFloor(site, folder, leftOut, 'one by one');
      const inBatches = await measureFloor(site, folder, leftOut, 'in batches');
      samples.add('floor', floor.total);
      samples.add('floor in batches', inBatches.total);
      samples.add('floor read in batches', inBatches.read);
      samples.add('floor walk', floor.walk);
      samples.add('floor sizes', floor.sizes);
      samples.add('floor read', floor.read);
      if (floor.files !== report.files.length || floor.bytes !== bytes)
        remarks.push(
          `floor read ${floor.files} files, ${floor.bytes} bytes; Strata ${report.files.length}, ${bytes}`,
        );
    }
    if (repomix !== undefined && wants('repomix')) {
      const packed = await packWithRepomix(repomix, folder);
      if (packed.kind === 'failed') {
        remarks.push(`repomix failed: ${packed.reason}`);
      } else {
        samples.add('repomix', packed.wall);
        samples.add('repomix memory', packed.memory);
        remarks.push(`repomix packed ${packed.files} files, ${packed.characters} characters`);
      }
    }
    if (wants('open') || wants('find') || wants('tick') || wants('copy')) {
      const strata = await runStrata(site, folder, { ...strataParts, tasks: false });
      addStrata(samples, strata);
    }
  }
  if (repomix !== undefined && wants('skeletons')) {
    const tools = { site, repomix, say };
    remarks.push(...(await addSkeletons(samples, folder, report.files, runs, tools)));
  }
  if (wants('counting')) await addCounting(samples, site, folder, report, remarks);
  if (wants('size')) samples.add('first screen scripts', await firstScreenScripts(SITE));
  return {
    folder,
    files: report.files.length,
    bytes,
    tokens: report.files.reduce((sum, { tokens }) => sum + tokens, 0),
    leftOut: leftOut.length,
    load: [loadBefore, loadavg()[0] ?? 0],
    samples,
    remarks: [...new Set(remarks)],
  };
}

function addStrata(samples: Samples, { cold, warm, find, ticks, copy }: StrataRun): void {
  for (const [name, opening] of [
    ['cold', cold],
    ['warm', warm],
  ] as const) {
    samples.add(name, opening.idle);
    samples.add(`${name} numbers`, opening.numbers);
    samples.add(`${name} first screen`, opening.firstScreen);
    samples.add(`${name} scan`, opening.report.timings.scan);
    samples.add(`${name} read`, opening.report.timings.read);
    samples.add(`${name} memory`, opening.memory);
  }
  for (const from of ['disk', 'memory'] as const) {
    samples.add(`find from ${from}, first`, find?.[from].first);
    samples.add(`find from ${from}`, find?.[from].all);
  }
  if (ticks !== undefined) {
    for (const size of TICK_SIZES) {
      samples.add(`tick ${size}`, median(ticks.taken.get(size) ?? []));
    }
    samples.add('tick all at once', ticks.tickAll);
  }
  if (copy !== undefined) {
    samples.add('copy', copy.wall);
    samples.add('copy assemble', copy.assemble);
    samples.add('copy bytes', copy.bytes);
  }
}

function addTasks(samples: Samples, { cold, warm, find, ticks, copy, skeletonsTask }: StrataRun): void {
  samples.add('cold longest task', cold.longestTask);
  samples.add('warm longest task', warm.longestTask);
  samples.add('find from disk longest task', find?.disk.longestTask);
  samples.add('find from memory longest task', find?.memory.longestTask);
  for (const [size, longest] of ticks?.longestTask ?? []) samples.add(`tick ${size} longest task`, longest);
  samples.add('copy longest task', copy?.longestTask);
  samples.add('skeletons longest task', skeletonsTask);
}

/** Returns remarks. repomix and Strata take turns, as above; the outputs of the first run are compared. */
async function addSkeletons(
  samples: Samples,
  folder: string,
  files: Report['files'],
  runs: number,
  { site, repomix, say }: BenchTools & { readonly repomix: string },
): Promise<readonly string[]> {
  const remarks: string[] = [];
  for (let run = 1; run <= runs; run++) {
    say(`${folder}: skeletons, run ${run} of ${runs}`);
    const keepText = run === 1 && hasCtags();
    samples.add('reading in Node', await readInNode(folder, files));
    const packed = await packWithRepomix(repomix, folder, { flags: ['--compress'], keepText });
    const { cold, again, copied } = await runSkeletons(site, folder, keepText);
    samples.add('skeletons open', cold.open);
    samples.add('skeletons', cold.skeletons);
    samples.add('skeletons again open', again.open);
    samples.add('skeletons again', again.skeletons);
    if (packed.kind === 'failed') {
      remarks.push(`repomix --compress failed: ${packed.reason}`);
      continue;
    }
    samples.add('repomix compress', packed.wall);
    if (copied === undefined || packed.text === undefined) continue;
    const kept = await keptSymbols(folder, files, { strata: copied, repomix: packed.text });
    samples.add('skeletons characters', copied.length);
    samples.add('repomix compress characters', packed.characters);
    samples.add('symbols', kept.all);
    samples.add('symbols kept', kept.byStrata);
    samples.add('symbols kept by repomix', kept.byRepomix);
    remarks.push(`repomix compressed ${packed.files} files`);
  }
  return remarks;
}

async function addCounting(
  samples: Samples,
  site: string,
  folder: string,
  { files }: Report,
  remarks: string[],
): Promise<void> {
  for (const { corpus, strata, rival } of await measureCounting(site, folder, files)) {
    const speed = (result: typeof strata, took: number): number => result.bytes / 1_000 / took;
    samples.add(`counting ${corpus}`, speed(strata, strata.warm));
    samples.add(`counting ${corpus} cold`, speed(strata, strata.cold));
    if (rival === undefined) continue;
    samples.add(`counting ${corpus} gpt-tokenizer`, speed(rival, rival.warm));
    samples.add(`counting ${corpus} gpt-tokenizer cold`, speed(rival, rival.cold));
    if (corpus === 'source') remarks.push(`counting: ${strata.bytes} bytes of source`);
  }
}

/** `npm run bench`: measures how fast Strata is on real folders, compared with the browser's own floor and repomix. */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { resolve } from 'node:path';
import { launchApp } from '../drive/launchApp';
import { benchFolder, type FolderBench } from './benchFolder';
import { runCheck } from './checks';
import { parseBench, usage, type BenchCommand } from './commandLine';
import { defaultFolder } from './defaultFolder';
import { linesOf } from './goals';
import { packageHistory } from './packageHistory';
import { profilePhase } from './profilePhase';
import { fetchRepomix, RIVAL } from './repomix';
import { serveSite } from './site';

/** npm changes to the package's folder, but paths are relative to the user's. */
const here = process.env['INIT_CWD'] ?? process.cwd();

const parsed = parseBench(process.argv.slice(2));
if (parsed.kind === 'refused') {
  console.error(`bench: ${parsed.reason}\n${usage}`);
  process.exitCode = 2;
} else await run(parsed.command);

async function run(command: BenchCommand): Promise<void> {
  const given = command.folders.map((folder) => resolve(here, folder));
  // Kills need no folder, and creating the default one takes minutes.
  const isGiven = given.length > 0 || command.check === 'kills';
  const folders = isGiven ? given : [await ownFolder(command)];
  if (command.check !== undefined) {
    const { text, figures } = await runCheck(command.check, folders, command.runs);
    console.log(text);
    if (command.json !== undefined) await writeJson(resolve(here, command.json), figures);
    return;
  }
  await using site = await serveSite(command.profile !== undefined);
  if (command.profile !== undefined) {
    for (const folder of folders) console.log(await profilePhase(site.url, folder, command.profile));
    return;
  }
  const machine = await describeMachine(site.url);
  console.log(
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n'),
  );
  const wantsRepomix = command.parts.includes('repomix') || command.parts.includes('skeletons');
  const repomix = wantsRepomix ? await fetchRepomix(command.offline) : undefined;
  const benches: FolderBench[] = [];
  for (const folder of folders) {
    const bench = await benchFolder(folder, command, {
      site: site.url,
      repomix,
      say: (text) => console.error(text),
    });
    benches.push(bench);
    console.log(tableOf(bench));
  }
  if (command.json !== undefined)
    await writeJson(resolve(here, command.json), { machine, folders: benches.map(figuresOf) });
}

function ownFolder({ check, offline }: BenchCommand): Promise<string> {
  return check === 'anchors' ? packageHistory(offline) : defaultFolder(offline);
}

async function describeMachine(site: string): Promise<Readonly<Record<string, string | number>>> {
  await using app = await launchApp(site);
  return {
    system: `${type()} ${release()} ${arch()}`,
    processor: `${cpus().length} × ${cpus()[0]?.model ?? ''}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    chromium: app.context.browser()?.version() ?? (await app.page.evaluate(() => navigator.userAgent)),
    rival: RIVAL,
    load: loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  };
}

function tableOf(bench: FolderBench): string {
  const { folder, files, bytes, tokens, leftOut, load, remarks } = bench;
  const grouped = (value: number): string => value.toLocaleString('en-US');
  const lines = linesOf(bench);
  const width = Math.max(...lines.map(({ name }) => name.length));
  return [
    '',
    `${folder}: ${grouped(files)} files, ${grouped(bytes)} bytes, ${grouped(tokens)} tokens; ${grouped(leftOut)} entries left out`,
    `load ${load.map((value) => value.toFixed(1)).join(' to ')}; ${remarks.join('; ')}`,
    ...lines.map(({ name, value, goal, reached }) => {
      const verdict = reached === undefined ? '' : reached ? 'reached' : 'NOT REACHED';
      return `${name.padEnd(width)}  ${value.padStart(10)}  ${goal.padStart(12)}  ${verdict}`.trimEnd();
    }),
  ].join('\n');
}

function figuresOf(bench: FolderBench): unknown {
  return { ...bench, samples: bench.samples.all(), lines: linesOf(bench) };
}

async function writeJson(path: string, figures: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(figures, undefined, 2)}\n`);
}

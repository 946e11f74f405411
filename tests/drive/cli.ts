/** `npm run drive`: the app from the command line. The exit code is 1 if something failed, 2 for wrong usage. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileOrName, parseCommandLine, usage, type DriveCommand } from './commandLine';
import { drive } from './drive';
import type { UsedFiles } from '../../src/app/ports/engine';

/** npm changes to the package's folder, but paths are relative to the user's. */
const here = process.env['INIT_CWD'] ?? process.cwd();

const parsed = parseCommandLine(process.argv.slice(2));
if (parsed.kind === 'refused') fail(2, `${parsed.reason}\n${usage}`);
else await run(parsed.command);

/** Relative to the user's folder, or else to the opened one. */
function addedFile(folder: string, file: string): string {
  const path = resolve(here, file);
  return existsSync(path) ? path : resolve(here, folder, file);
}

async function run(command: DriveCommand): Promise<void> {
  try {
    const { copied, turns, parts, messages, report, unmatched, preset, edges, patch, held } = await drive({
      ...command,
      folder: resolve(here, command.folder),
      ...(command.preset !== undefined && { preset: resolve(here, command.preset) }),
      ...(command.documents !== undefined && {
        documents: command.documents.map((file) => addedFile(command.folder, file)),
      }),
      ...(command.history !== undefined && { history: resolve(here, command.history) }),
      ...(command.system !== undefined && { system: resolve(here, command.system) }),
      ...(command.prompt !== undefined && { prompt: resolve(here, command.prompt) }),
      ...(command.urlTexts !== undefined && {
        urlTexts: command.urlTexts.map((path) => resolve(here, path)),
      }),
      ...(command.answer !== undefined && { answer: resolve(here, command.answer) }),
      ...(command.reply !== undefined && { reply: replyHere(command.reply) }),
      ...(command.screenshots && {
        screenshots: command.screenshots.map((file) => addedFile(command.folder, file)),
      }),
      ...(command.persona !== undefined && { persona: fileOrName(here, command.persona) }),
    });
    if (command.report !== undefined)
      await writeFile(resolve(here, command.report), `${JSON.stringify(report, undefined, 2)}\n`);
    if (held > 0) {
      fail(
        1,
        `the document contains secrets in ${held} place${held === 1 ? '' : 's'}. Only the report is written. Use --secrets mask or --secrets off`,
      );
      return;
    }
    for (const glob of unmatched) console.error(`drive: no file matches ${glob}`);
    if (command.out !== undefined) await writeFile(resolve(here, command.out), copied ?? '');
    if (command.turnsOut !== undefined) await writeTexts(resolve(here, command.turnsOut), turns, 3);
    if (command.parts !== undefined) await writeTexts(resolve(here, command.parts.out), parts, 2);
    if (command.reply?.patchOut !== undefined)
      await writeFile(resolve(here, command.reply.patchOut), patch ?? '');
    if (command.messages !== undefined) await writeFile(resolve(here, command.messages.out), messages ?? '');
    if (command.exportPreset !== undefined)
      await writeFile(resolve(here, command.exportPreset), preset ?? '');
    if (command.edges !== undefined)
      await writeFile(resolve(here, command.edges), edgesText(edges ?? [], command.edges));
    if (report.errors.length > 0) fail(1, report.errors.join('; '));
  } catch (error) {
    fail(1, error instanceof Error ? error.message : String(error));
  }
}

function replyHere(reply: NonNullable<DriveCommand['reply']>): NonNullable<DriveCommand['reply']> {
  return {
    ...reply,
    file: resolve(here, reply.file),
    ...(reply.written !== undefined && { written: resolve(here, reply.written) }),
  };
}

/** Writes `01.md`, `02.md`, and so on, with at least so many digits. */
async function writeTexts(folder: string, texts: readonly string[], digits: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [at, text] of texts.entries())
    await writeFile(join(folder, `${String(at + 1).padStart(digits, '0')}.md`), text);
}

/** One line per link, `FROM<tab>TO`; as JSON, one pair per link. */
function edgesText(links: readonly UsedFiles[], file: string): string {
  const edges = links.flatMap(({ from, to }) => to.map((path) => [from, path]));
  if (file.toLowerCase().endsWith('.json')) return `${JSON.stringify(edges, undefined, 1)}\n`;
  return edges.map((edge) => `${edge.join('\t')}\n`).join('');
}

function fail(code: number, reason: string): void {
  console.error(`drive: ${reason}`);
  process.exitCode = code;
}

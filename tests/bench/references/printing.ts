import { fileURLToPath } from 'node:url';
import { runTool, type CheckedFolder, type ToolReferences } from './tool';

/**
 * Runs a script of this folder in its language. It gets the root as an argument and the files on standard input, and
 * prints a file and its targets as a line of JSON.
 */
export async function runPrinting(
  { root, paths }: CheckedFolder,
  files: readonly string[],
  [command = '', ...args]: readonly string[],
  beforeRoot: readonly string[] = [],
): Promise<ToolReferences | undefined> {
  const script = fileURLToPath(new URL(args.at(-1) ?? '', import.meta.url));
  const ran = await runTool(command, [...args.slice(0, -1), script, ...beforeRoot, root], {
    cwd: root,
    input: files.join('\n'),
  });
  if (ran?.code !== 0) return undefined;
  return new Map(
    ran.output.split('\n').flatMap((line) => {
      if (!line.startsWith('[')) return [];
      const [file, targets] = JSON.parse(line) as [string, readonly string[]]; // Our script wrote it.
      return [[file, { targets: new Set(targets.filter((target) => paths.has(target))) }] as const];
    }),
  );
}

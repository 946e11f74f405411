/** An independent tool that finds which files refer to each other. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface ReferenceTool {
  readonly name: string;
  /** Ids of the languages whose files it reads. */
  readonly languages: readonly string[];
  /** Returns undefined if the tool is not installed. */
  readonly read: (folder: CheckedFolder, files: readonly string[]) => Promise<ToolReferences | undefined>;
}

export interface CheckedFolder {
  readonly root: string;
  /** Paths of all files, relative to the root. */
  readonly paths: ReadonlySet<string>;
}

/** Targets by file. Files that the tool could not read are absent and don't count. */
export type ToolReferences = ReadonlyMap<string, FileReferences>;

export interface FileReferences {
  readonly targets: ReadonlySet<string>;
  /** The module names that the tool reports; undefined if it reports all. */
  readonly sources?: Pick<ReadonlySet<string>, 'has'>;
  /** Maps a file to its package if the tool finds only that, and to undefined if the tool cannot find the file. */
  readonly fold?: (path: string) => string | undefined;
}

export interface ToolOutput {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program; undefined if it is not installed. */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, input }: { readonly cwd: string; readonly input?: string },
): Promise<ToolOutput | undefined> {
  const child = spawn(command, args, { cwd, stdio: 'pipe' });
  const ended = new Promise<number | null | undefined>((resolve) => {
    child.once('error', () => {
      resolve(undefined);
    });
    child.once('close', resolve);
  });
  child.stdin.once('error', () => undefined);
  child.stdin.end(input ?? '');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await ended;
  return code === undefined ? undefined : { code, output, errors };
}

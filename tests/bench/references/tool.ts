/** How an independent tool tells which files refer to which. */
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
  /** All paths, relative to the root. */
  readonly paths: ReadonlySet<string>;
}

/** By file; those that are missing could not be read by the tool and don't count. */
export type ToolReferences = ReadonlyMap<string, FileReferences>;

export interface FileReferences {
  readonly targets: ReadonlySet<string>;
  /** The module names that the tool saw; undefined if it saw all. */
  readonly sources?: ReadonlySet<string>;
}

export interface ToolOutput {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program; undefined if there is none. */
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

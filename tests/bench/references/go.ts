/** References of Go, from Go's parser and the packages that `go list` finds. */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool, type FileReferences, type ReferenceTool } from './tool';

export const goList: ReferenceTool = {
  name: 'go list and go/parser',
  languages: ['go'],
  read: async ({ root, paths }, files) => {
    const program = fileURLToPath(new URL('goImports.go', import.meta.url));
    const parsed = await runTool('go', ['run', program], { cwd: root, input: files.join('\n') });
    if (parsed?.code !== 0) return undefined;
    const sources = linesOf(parsed.output).map((line) => JSON.parse(line) as ParsedFile); // Our program wrote it.
    const packageOf = new Map(sources.map(({ file, name }) => [file, name]));
    const packages = new Map<string, readonly string[]>();
    for (const path of paths) {
      if (path !== 'go.mod' && !path.endsWith('/go.mod')) continue;
      for (const { ImportPath, Dir, GoFiles, CgoFiles, IgnoredGoFiles, Name } of await listed(
        join(root, path, '..'),
      )) {
        const own = [GoFiles, CgoFiles, IgnoredGoFiles].flatMap((names) => names ?? []);
        const inFolder = own.map((name) => relative(root, join(Dir, name)));
        packages.set(
          ImportPath,
          inFolder.filter((file) => packageOf.get(file) === Name && !file.endsWith('_test.go')),
        );
      }
    }
    return new Map(
      sources.map(({ file, imports }): [string, FileReferences] => [
        file,
        { targets: new Set((imports ?? []).flatMap((path) => packages.get(path) ?? [])) },
      ]),
    );
  },
};

interface ParsedFile {
  readonly file: string;
  readonly name: string;
  readonly imports: readonly string[] | null;
}

interface ListedPackage {
  readonly ImportPath: string;
  readonly Dir: string;
  readonly Name: string;
  readonly GoFiles?: readonly string[];
  readonly CgoFiles?: readonly string[];
  readonly IgnoredGoFiles?: readonly string[];
}

async function listed(folder: string): Promise<readonly ListedPackage[]> {
  const fields = 'ImportPath,Dir,Name,GoFiles,CgoFiles,IgnoredGoFiles';
  const ran = await runTool('go', ['list', '-e', '-find', `-json=${fields}`, './...'], { cwd: folder });
  // `go list` prints concatenated objects.
  return (ran?.output ?? '')
    .split(/(?<=^\})\n/m)
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text) as ListedPackage); // As documented by `go help list`.
}

function linesOf(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '');
}

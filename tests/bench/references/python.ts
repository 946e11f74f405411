/** References of Python, parsed by Python and found by its own finder of modules. */
import { fileURLToPath } from 'node:url';
import { runTool, type FileReferences, type ReferenceTool } from './tool';

export const pythonFinder: ReferenceTool = {
  name: 'python3: ast and importlib',
  languages: ['python'],
  read: async ({ root, paths }, files) => {
    const script = fileURLToPath(new URL('pythonImports.py', import.meta.url));
    const ran = await runTool('python3', ['-I', script, root], { cwd: root, input: files.join('\n') });
    if (ran?.code !== 0) return undefined;
    const references = new Map<string, FileReferences>();
    for (const line of ran.output.split('\n')) {
      if (line === '') continue;
      const [file, targets] = JSON.parse(line) as [string, readonly string[]]; // Our script wrote it.
      references.set(file, { targets: new Set(targets.filter((target) => paths.has(target))) });
    }
    return references;
  },
};

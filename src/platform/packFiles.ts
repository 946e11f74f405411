import { createTarPacker } from 'modern-tar';
import type { FileToPack, PackFiles } from '../app/ports/repositories';

/** The archive opens at this folder, which keeps a folder that has everything in it. */
const TOP = 'repository/';

export const packFiles: PackFiles = async (files) => {
  const { readable, controller } = createTarPacker();
  const [archive] = await Promise.all([new Response(readable).blob(), addAll(files, controller)]);
  return archive;
};

async function addAll(
  files: Iterable<FileToPack>,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
  for (const { path, isExecutable, content } of files) {
    const mode = isExecutable ? 0o755 : 0o644;
    const body = controller.add({ name: TOP + path, size: content.size, mode, type: 'file' });
    await content.stream().pipeTo(body);
  }
  controller.finalize();
}

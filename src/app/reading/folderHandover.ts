import type { Engine, FolderSource, SnapshotFile } from '../ports/engine';
import type { OpenedFolder } from '../ports/folders';

/** `File` objects go to the engine in batches: posting all at once blocks the page for seconds. */
const SNAPSHOT_SLICE = 200;

/** Sends the engine everything it needs from the folder. Resolves to the source to open. */
export async function handOverFolder(engine: Engine, folder: OpenedFolder): Promise<FolderSource> {
  switch (folder.kind) {
    case 'handle':
      return { kind: 'handle', handle: folder.handle };
    case 'snapshot':
      await handOverFiles(engine, folder.files);
      return { kind: 'snapshot', name: folder.name };
    case 'archive':
      return { kind: 'archive', file: folder.file };
    case 'memory':
      return { kind: 'memory', name: folder.name, files: folder.files };
  }
}

async function handOverFiles(engine: Engine, files: FileList): Promise<void> {
  for (let start = 0; start < files.length; start += SNAPSHOT_SLICE) {
    const slice: SnapshotFile[] = [];
    for (let i = start; i < Math.min(files.length, start + SNAPSHOT_SLICE); i++) {
      const file = files.item(i);
      if (file !== null) slice.push({ path: pathOf(file), file });
    }
    await engine.addSnapshotFiles(slice);
  }
}

/** Chromium turns a backslash in a file name into a slash in its path, as if the file were in a folder. */
function pathOf({ name, webkitRelativePath: path }: File): string {
  return name.includes('\\') ? path.slice(0, path.length - name.length) + name : path;
}

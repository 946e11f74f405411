import type { Outputs } from '../app/ports/files';
import { removeEmpty, writeWhole } from './wholeFile';

export const browserOutputs: Outputs = {
  canChooseFolder: 'showDirectoryPicker' in globalThis,

  download(name, content) {
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The download owns the blob once the click's task is over.
    setTimeout(() => {
      URL.revokeObjectURL(url);
    }, 60_000);
  },

  async chooseFolder() {
    try {
      return { kind: 'picked', value: await showDirectoryPicker({ id: 'output', mode: 'readwrite' }) };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'canceled' };
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
  },

  async canWrite(folder) {
    try {
      if ((await folder.queryPermission({ mode: 'readwrite' })) === 'granted') return true;
      return (await folder.requestPermission({ mode: 'readwrite' })) === 'granted';
    } catch {
      return false; // Called outside a user gesture. The caller tells the user to choose the folder again.
    }
  },

  async namesIn(folder) {
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  },

  async writeNew(folder, name, content) {
    if (await exists(folder, name)) return { kind: 'failed', reason: `${name} already exists` };
    try {
      const file = await folder.getFileHandle(name, { create: true });
      await writeWhole(file, content);
      return { kind: 'written' };
    } catch (error) {
      // An empty file would look like an output and use up its number.
      await removeEmpty(folder, name);
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  },
};

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NotFoundError');
  }
}

import type { Outputs } from '../app/ports';

export const browserOutputs: Outputs = {
  canChooseFolder: 'showDirectoryPicker' in globalThis,

  download(name, content) {
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The download has taken the blob once the click's task is over.
    setTimeout(() => {
      URL.revokeObjectURL(url);
    }, 60_000);
  },

  async chooseFolder() {
    try {
      return { kind: 'picked', value: await showDirectoryPicker({ id: 'output', mode: 'readwrite' }) };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'cancelled' };
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
  },

  async canWrite(folder) {
    try {
      if ((await folder.queryPermission({ mode: 'readwrite' })) === 'granted') return true;
      return (await folder.requestPermission({ mode: 'readwrite' })) === 'granted';
    } catch {
      return false; // Asked outside a user gesture: the caller says that the folder must be chosen again.
    }
  },

  async namesIn(folder) {
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  },

  async writeNew(folder, name, content) {
    if (await exists(folder, name)) return { kind: 'failed', reason: `${name} exists already` };
    try {
      const file = await folder.getFileHandle(name, { create: true });
      await write(file, content);
      return { kind: 'written' };
    } catch (error) {
      await removeEmpty(folder, name);
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  },
};

/** The target stays untouched until `close`, so a crash leaves no half-written file. */
async function write(file: FileSystemFileHandle, content: Blob): Promise<void> {
  const stream = await file.createWritable();
  try {
    await stream.write(content);
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => undefined); // It may be beyond that; the first error is the one to tell.
    throw error;
  }
}

/** Takes away the empty file that was made for what could not be written: it would stand as an output, and take its number. */
async function removeEmpty(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === 0) await folder.removeEntry(name);
  } catch {
    return; // It was never made, or cannot be reached any more: nothing is left to do.
  }
}

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NotFoundError');
  }
}

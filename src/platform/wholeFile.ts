/**
 * Writes a whole file. The target stays untouched until `close`, so a crash leaves no half-written file. Calls `isUnchanged`
 * at the last moment and writes nothing if it resolves to false. Resolves to whether the file was written.
 */
export async function writeWhole(
  file: FileSystemFileHandle,
  content: Blob | string,
  isUnchanged: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const stream = await file.createWritable();
  try {
    await stream.write(content);
    if (await isUnchanged()) {
      await stream.close();
      return true;
    }
    await stream.abort();
    return false;
  } catch (error) {
    await stream.abort().catch(() => undefined); // Already closed or aborted. Report the first error.
    throw error;
  }
}

/** Removes the empty file that is left if the write does not happen. */
export async function removeEmpty(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === 0) await folder.removeEntry(name);
  } catch {
    return; // It was never created, or cannot be reached.
  }
}

/**
 * Writes all of a file. The target stays untouched until `close`, so a crash leaves no half-written file. Where
 * `isStill`, asked at the last moment, says no, nothing is written; the answer tells.
 */
export async function writeWhole(
  file: FileSystemFileHandle,
  content: Blob | string,
  isStill: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const stream = await file.createWritable();
  try {
    await stream.write(content);
    if (await isStill()) {
      await stream.close();
      return true;
    }
    await stream.abort();
    return false;
  } catch (error) {
    await stream.abort().catch(() => undefined); // It may be beyond that; the first error is the one to tell.
    throw error;
  }
}

/** Takes away the empty file that was made for what was not written in the end. */
export async function removeEmpty(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === 0) await folder.removeEntry(name);
  } catch {
    return; // It was never made, or cannot be reached any more: nothing is left to do.
  }
}

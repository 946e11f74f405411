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

/** Explains why writing failed and what to do. The browser's messages name neither the file nor the cause. */
export function writeFault(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'the browser denied write access to the folder. Try again and allow it when asked';
    case 'NoModificationAllowedError':
      return 'it is read-only, or another program is using it. Make it writable and try again';
    case 'QuotaExceededError':
      return 'the disk is full. Free some space and try again';
    case 'NotFoundError':
      return 'the folder no longer exists. Open it again, then try again';
    case 'TypeMismatchError':
      return 'there is a folder with this name';
    default:
      return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  }
}

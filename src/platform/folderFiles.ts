import type { FolderFiles, FolderText } from '../app/ports/files';
import type { OpenedFolder } from '../app/ports/folders';
import { MAX_IMPORT_SIZE } from '../core/presets/size';
import { removeEmpty, writeFault, writeWhole } from './wholeFile';

/** Milliseconds. A disconnected network drive may never respond. */
const PATIENCE = 10_000;

/** Text files in the root of a folder, however it was opened. */
export function createFolderFiles(patience = PATIENCE): FolderFiles {
  return {
    read: (folder, name) => read(folder, name, patience),
    textOf,
    replace: (folder, name, before, text) => replace(folder, name, { before, text, patience }),
  };
}

async function read(folder: OpenedFolder, name: string, patience: number): Promise<FolderText> {
  try {
    return await inTime(
      fileIn(folder, name).then((file) => textOf(file)),
      patience,
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return { kind: 'absent' };
    return { kind: 'failed', reason: messageOf(error) };
  }
}

async function inTime<T>(asked: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${milliseconds / 1_000} s`));
    }, milliseconds);
  });
  try {
    return await Promise.race([asked, givenUp]);
  } finally {
    clearTimeout(timer);
  }
}

interface Replacement {
  readonly before: string | undefined;
  readonly text: string;
  readonly patience: number;
}

async function replace(
  folder: FileSystemDirectoryHandle,
  name: string,
  { before, text, patience }: Replacement,
): ReturnType<FolderFiles['replace']> {
  const opened: OpenedFolder = { kind: 'handle', name: folder.name, handle: folder, origin: 'picked' };
  const isNow = async (expected: string | undefined) => {
    const found = await read(opened, name, patience);
    if (found.kind === 'failed') throw new Error(found.reason);
    return found.kind === 'text' ? found.text === expected : expected === undefined;
  };
  try {
    if (!(await isNow(before))) return { kind: 'changed' };
    const file = await folder.getFileHandle(name, { create: true });
    // `getFileHandle` created an empty file if there was none.
    const isWritten = await writeWhole(file, text, () => isNow(before ?? ''));
    if (isWritten) return { kind: 'written' };
    if (before === undefined) await removeEmpty(folder, name);
    return { kind: 'changed' };
  } catch (error) {
    if (before === undefined) await removeEmpty(folder, name);
    return { kind: 'failed', reason: writeFault(error) };
  }
}

async function fileIn(folder: OpenedFolder, name: string): Promise<Blob | undefined> {
  switch (folder.kind) {
    case 'handle':
      return (await folder.handle.getFileHandle(name)).getFile();
    case 'snapshot':
      return [...folder.files].find((file) => file.webkitRelativePath.split('/').slice(1).join('/') === name);
    case 'archive':
      return undefined;
    case 'memory': {
      const file = folder.files.find(({ path }) => path === name);
      return file && new Blob([file.text]);
    }
  }
}

async function textOf(file: Blob | undefined): Promise<FolderText> {
  if (file === undefined) return { kind: 'absent' };
  if (file.size > MAX_IMPORT_SIZE)
    return { kind: 'failed', reason: `it is larger than ${MAX_IMPORT_SIZE / 1_000_000} MB` };
  const bytes = await file.arrayBuffer();
  try {
    // Fatal and including the byte order mark, so that equal texts have equal bytes.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text };
  } catch {
    return { kind: 'failed', reason: 'it is not UTF-8 text' };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

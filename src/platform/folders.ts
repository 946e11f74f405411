import * as v from 'valibot';
import type { Folders, OpenedArchive, OpenedFolder, Permission, Picked } from '../app/ports/folders';

const sampleListSchema = v.object({
  name: v.string(),
  files: v.array(v.object({ path: v.string(), file: v.string() })),
  ready: v.object({
    files: v.array(v.unknown()),
    expanded: v.array(v.string()),
    instructions: v.string(),
    task: v.string(),
    fileTree: v.picklist(['off', 'selected', 'all']),
  }),
});

/** Names of files that open like folders. Their contents decide what they are. */
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz)$/i;

const ARCHIVE_TYPES = [
  {
    description: 'Archives',
    accept: {
      'application/zip': ['.zip'],
      'application/x-tar': ['.tar'],
      'application/gzip': ['.tgz', '.gz'],
    },
  },
] satisfies FilePickerAcceptType[];

const canDrop = 'getAsFileSystemHandle' in DataTransferItem.prototype;

/** Folders from the File System Access API, with fallbacks for browsers without it. */
export const browserFolders: Folders = {
  canPick: 'showDirectoryPicker' in globalThis,

  async pick() {
    try {
      return opened(await showDirectoryPicker({ id: 'workspace', mode: 'read' }), 'picked');
    } catch (error) {
      return isAbort(error) ? { kind: 'canceled' } : refused(messageOf(error));
    }
  },

  async pickArchive() {
    try {
      const [handle] = await showOpenFilePicker({ id: 'archive', types: ARCHIVE_TYPES });
      return { kind: 'picked', value: await archiveOf(handle, 'picked') };
    } catch (error) {
      return isAbort(error) ? { kind: 'canceled' } : refused(messageOf(error));
    }
  },

  async fromDrop(transfer) {
    const items = [...transfer.items].filter((item) => item.kind === 'file');
    // Request all handles before the first await, because the list is emptied when the handler returns.
    const asked = canDrop ? items.map((item) => item.getAsFileSystemHandle()) : [];
    const archive = canDrop ? undefined : droppedArchive(items);
    if (archive !== undefined) return { kind: 'picked', value: archive };
    if (!canDrop)
      return refused('this browser does not give pages a dropped folder; use "Open folder" instead');
    if (items.length === 0) return refused('the drop contains no folder');
    try {
      const handles = await Promise.all(asked);
      const folder = handles.find((handle) => handle?.kind === 'directory');
      if (folder) return opened(folder as FileSystemDirectoryHandle, 'dropped'); // its kind says so
      const archive = handles.find((handle) => handle !== null && ARCHIVE.test(handle.name));
      if (!archive) return refused('this is a file; drop its folder instead');
      return { kind: 'picked', value: await archiveOf(archive as FileSystemFileHandle, 'dropped') }; // no folder
    } catch (error) {
      return refused(messageOf(error));
    }
  },

  fromInput(files) {
    const first = files.item(0);
    if (first === null) return refused('the folder is empty, or the browser listed nothing in it');
    const name = first.webkitRelativePath.split('/')[0] ?? '';
    return { kind: 'picked', value: { kind: 'snapshot', name: name === '' ? 'folder' : name, files } };
  },

  fromArchiveInput: (file) => ({ kind: 'archive', name: file.name, file, origin: 'picked' }),

  async fromHandle({ handle, name, origin }) {
    if (handle.kind === 'directory')
      return { kind: 'picked', value: { kind: 'handle', name, handle, origin } };
    try {
      return { kind: 'picked', value: await archiveOf(handle, origin) };
    } catch (error) {
      return refused(isMissing(error) ? `${name} was moved, renamed, or deleted` : messageOf(error));
    }
  },

  async sample() {
    try {
      const base = new URL('sample/', document.baseURI);
      const list = v.parse(sampleListSchema, await (await fetchFile(new URL('files.json', base))).json());
      const files = await Promise.all(
        list.files.map(async ({ path, file }) => ({
          path,
          text: await (await fetchFile(new URL(file, base))).text(),
        })),
      );
      return { kind: 'picked', value: { kind: 'memory', name: list.name, files, ready: list.ready } };
    } catch (error) {
      return refused(`the sample could not be loaded: ${messageOf(error)}`);
    }
  },

  async permission(handle): Promise<Permission> {
    return await handle.queryPermission({ mode: 'read' });
  },

  async requestPermission(handle): Promise<Permission> {
    try {
      return await handle.requestPermission({ mode: 'read' });
    } catch {
      return 'denied'; // Called outside a user gesture, or the folder is gone. Nothing was granted either way.
    }
  },

  isSame(one, other) {
    return one.isSameEntry(other);
  },
};

function opened(handle: FileSystemDirectoryHandle, origin: 'picked' | 'dropped'): Picked<OpenedFolder> {
  return { kind: 'picked', value: { kind: 'handle', name: handle.name, handle, origin } };
}

async function archiveOf(
  handle: FileSystemFileHandle,
  origin: OpenedArchive['origin'],
): Promise<OpenedArchive> {
  const file = await handle.getFile();
  return { kind: 'archive', name: handle.name, file, handle, origin };
}

/** For browsers without handles. A folder may have the name of an archive, too. */
function droppedArchive(items: readonly DataTransferItem[]): OpenedArchive | undefined {
  for (const item of items) {
    const file = item.webkitGetAsEntry()?.isFile === true ? item.getAsFile() : null;
    if (file !== null && ARCHIVE.test(file.name))
      return { kind: 'archive', name: file.name, file, origin: 'dropped' };
  }
  return undefined;
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}

async function fetchFile(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

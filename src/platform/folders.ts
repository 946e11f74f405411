import * as v from 'valibot';
import type { Folders, OpenedFolder, Permission, Picked } from '../app/ports';

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

  async fromDrop(transfer) {
    const items = [...transfer.items].filter((item) => item.kind === 'file');
    // Request all handles before the first await, because the list is emptied when the handler returns.
    const asked = canDrop ? items.map((item) => item.getAsFileSystemHandle()) : [];
    if (!canDrop)
      return refused('this browser does not give pages a dropped folder; use "Open folder" instead');
    if (items.length === 0) return refused('the drop contains no folder');
    try {
      const handles = await Promise.all(asked);
      const folder = handles.find((handle) => handle?.kind === 'directory');
      if (folder === undefined || folder === null) return refused('this is a file; drop its folder instead');
      return opened(folder as FileSystemDirectoryHandle, 'dropped'); // its kind says so
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

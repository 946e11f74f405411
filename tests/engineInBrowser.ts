/** The app's real engine, over a folder in the browser's own file system. */
import { afterEach, beforeEach } from 'vitest';
import type { Engine } from '../src/app/ports/engine';
import { createEngines } from '../src/platform/engine';
import type { EngineEvent, IndexedFile, OpenOptions, ScannedEntry } from '../workers/engine/contract';

/** The state the app would have after the events so far. */
export class Screen {
  readonly events: EngineEvent[] = [];
  readonly entries = new Map<number, ScannedEntry>();
  readonly files = new Map<number, IndexedFile>();

  #waiting: (() => void)[] = [];

  receive = (event: EngineEvent): void => {
    this.events.push(event);
    this.#take(event);
    for (const look of this.#waiting) look();
  };

  /** Resolves on the first event after which `holds` returns true. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (holds()) resolve();
      };
      this.#waiting.push(look);
      look();
    });
  }

  #take(event: EngineEvent): void {
    if (event.kind === 'entries') for (const entry of event.entries) this.entries.set(entry.id, entry);
    if (event.kind === 'indexed') for (const file of event.files) this.files.set(file.id, file);
    if (event.kind === 'removed') for (const id of event.ids) this.#remove(id);
  }

  file(path: string): IndexedFile | undefined {
    const entry = [...this.entries.values()].find((known) => known.path === path);
    return entry && this.files.get(entry.id);
  }

  get paths(): readonly string[] {
    return [...this.entries.values()].map(({ path }) => path).toSorted();
  }

  #remove(id: number): void {
    this.entries.delete(id);
    this.files.delete(id);
  }
}

export let root: FileSystemDirectoryHandle;
let engines: Engine[] = [];

/** Gives each test in the calling file an empty `root`, and ends its engines afterwards. */
export function useNewFolders(): void {
  beforeEach(async () => {
    const storage = await navigator.storage.getDirectory();
    root = await storage.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
  });

  afterEach(async () => {
    for (const engine of engines) engine.dispose();
    engines = [];
    await (await navigator.storage.getDirectory()).removeEntry(root.name, { recursive: true });
  });
}

export function startEngine(): Engine {
  const engine = createEngines().create((reason) => {
    throw new Error(JSON.stringify(reason));
  });
  engines.push(engine);
  return engine;
}

/** Named after the folder, which is new for each test. */
export const options = (): OpenOptions => ({
  workspaceId: root.name,
  encoding: 'o200k_base',
  userPatterns: '',
  sourceEncodings: new Map(),
  keepSummaries: true,
});

export async function open(): Promise<{ engine: Engine; screen: Screen }> {
  const engine = startEngine();
  const screen = new Screen();
  await engine.open({ kind: 'handle', handle: root }, options(), screen.receive);
  return { engine, screen };
}

export async function write(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const segments = path.split('/');
  let folder = root;
  for (const segment of segments.slice(0, -1))
    folder = await folder.getDirectoryHandle(segment, { create: true });
  const file = await folder.getFileHandle(segments.at(-1) ?? '', { create: true });
  const stream = await file.createWritable();
  await stream.write(content);
  await stream.close();
}

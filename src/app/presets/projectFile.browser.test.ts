import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { RepoPath } from '../../core/files/repoPath';
import { defaultItem } from '../../core/items/fileItem';
import type { Preset } from '../../core/presets/preset';
import { createFolderFiles } from '../../platform/folderFiles';
import { PROJECT_FILE, ProjectFile, type ReviewAnswer } from './projectFile.svelte';
import type { FolderFiles } from '../ports/files';
import type { OpenedFolder } from '../ports/folders';

const browserFolderFiles = createFolderFiles();

const review: Preset = {
  name: 'review',
  description: '',
  files: [defaultItem('src/a.ts' as RepoPath)],
  screenshots: [],
  settings: {},
  unknown: {},
};

const OLD = `# Ours.
schema_version = 1 # the first

[context_presets.old]
files = ["a.ts"] # all there is

[other]
kept = true
`;

interface Disk {
  readonly folder: OpenedFolder;
  text(): Promise<string | undefined>;
  put(text: string): Promise<void>;
}

async function diskWith(text?: string): Promise<Disk> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
  const folder: OpenedFolder = { kind: 'handle', name: 'app', handle, origin: 'picked' };
  const disk: Disk = {
    folder,
    async text() {
      const found = await browserFolderFiles.read(folder, PROJECT_FILE);
      return found.kind === 'text' ? found.text : undefined;
    },
    async put(content) {
      const stream = await (await handle.getFileHandle(PROJECT_FILE, { create: true })).createWritable();
      await stream.write(content);
      await stream.close();
    },
  };
  if (text !== undefined) await disk.put(text);
  return disk;
}

interface Opened {
  readonly project: ProjectFile;
  readonly downloads: Blob[];
  readonly notices: string[];
  /** Answers the next question once `before` is done. Resolves to the review that was shown. */
  answering(answer: ReviewAnswer, before?: () => Promise<void>): Promise<NonNullable<ProjectFile['review']>>;
}

async function open(
  folder: OpenedFolder,
  {
    storage = storageInMemory(),
    canWrite = true,
    applied = '',
    workspace = 'one',
    files = browserFolderFiles,
  } = {},
): Promise<Opened> {
  const downloads: Blob[] = [];
  const notices: string[] = [];
  let second = 10;
  const project = new ProjectFile({
    ...{ workspace, folder, storage, files },
    outputs: {
      canWrite: () => Promise.resolve(canWrite),
      download: (_name, content) => downloads.push(content),
    },
    notify: ({ text }) => notices.push(text),
    appliedPreset: () => applied,
    now: () => `2026-01-02T03:04:${(second += 1)}.000Z`,
  });
  await project.load();
  return {
    ...{ project, downloads, notices },
    async answering(answer, before) {
      await expect.poll(() => project.review).toBeDefined();
      const shown = project.review;
      if (shown === undefined) throw new Error('nothing is asked');
      await before?.();
      project.answer(answer);
      return shown;
    },
  };
}

const names = ({ presets }: ProjectFile) => presets.list.map(({ name }) => name);

test('a first preset makes the file, once the user has seen it', async () => {
  const disk = await diskWith();
  const { project, answering } = await open(disk.folder);
  const saving = project.presets.set(review);
  const shown = await answering('write');
  expect(await saving).toEqual({ kind: 'saved' });
  expect(shown).toMatchObject({
    ...{ effect: 'added', table: 'context_presets.review', file: 'new', lostComments: [], writable: true },
    keepsPresent: false,
  });
  const text = await disk.text();
  expect(shown.lines.map(({ text: line }) => `${line}\n`).join('')).toBe(text);
  expect(new Set(shown.lines.map(({ kind }) => kind))).toEqual(new Set(['added']));
  expect(project.presets.list).toEqual([review]);
});

test('keeps every other byte, and shows only the changes', async () => {
  const disk = await diskWith(OLD);
  const { project, answering } = await open(disk.folder);
  const saving = project.presets.set({ ...review, name: 'new' }, 'old');
  const shown = await answering('write');
  expect(await saving).toEqual({ kind: 'saved' });
  expect(shown).toMatchObject({ effect: 'changed', renamedFrom: 'old', file: 'spliced' });
  expect(shown.lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toContain(
    '[context_presets.old]',
  );
  const text = (await disk.text()) ?? '';
  for (const kept of ['# Ours.\nschema_version = 1 # the first\n', '\n[other]\nkept = true\n'])
    expect(text).toContain(kept);
  expect(names(project)).toEqual(['new']);
});

test('the user is asked once, and again when somebody else has changed the file', async () => {
  const disk = await diskWith(OLD);
  const { project, answering } = await open(disk.folder);
  const first = project.presets.set(review);
  await answering('write');
  await first;
  expect(await project.presets.set({ ...review, name: 'second' })).toEqual({ kind: 'saved' });
  expect(await project.presets.remove('review')).toEqual({ kind: 'saved' });
  expect(await disk.text()).toMatch(/\[context_presets\.second\]/);

  await disk.put(`${(await disk.text()) ?? ''}# theirs\n`);
  const last = project.presets.remove('second');
  expect(await answering('cancel')).toMatchObject({ effect: 'removed' });
  expect(await last).toEqual({ kind: 'canceled' });
  expect(await disk.text()).toMatch(/\[context_presets\.second\][^]*# theirs\n$/);
});

test('the user is asked again before a comment is lost', async () => {
  const disk = await diskWith(OLD);
  const { project, answering } = await open(disk.folder);
  const first = project.presets.set(review);
  await answering('write');
  await first;
  const removing = project.presets.remove('old');
  expect(await answering('cancel')).toMatchObject({ lostComments: ['# all there is'] });
  expect(await removing).toEqual({ kind: 'canceled' });
  expect(await disk.text()).toContain('# all there is');
});

test('does not overwrite a change made between review and write', async () => {
  const disk = await diskWith(OLD);
  const { project, answering } = await open(disk.folder);
  const saving = project.presets.set(review);
  const theirs = '[context_presets.theirs]\nfiles = []\n';
  await answering('write', () => disk.put(theirs));
  expect(await saving).toMatchObject({ kind: 'refused', reason: expect.stringContaining('has changed') });
  expect(await disk.text()).toBe(theirs);
  expect(names(project)).toEqual(['theirs']);
});

test('a change that would lose comments lists them and keeps a backup', async () => {
  const disk = await diskWith();
  const storage = storageInMemory();
  const { project, answering } = await open(disk.folder, { storage });
  const textOf = (round: number) => `[context_presets.review]\nfiles = [\n  "b.ts", # round ${round}\n]\n`;
  for (let round = 0; round < 12; round += 1) {
    await disk.put(textOf(round));
    const saving = project.presets.set(review);
    const shown = await answering('write');
    const lostComments = expect.arrayContaining([`# round ${round}`]) as string[];
    expect(shown).toMatchObject({ lostComments, keepsPresent: true });
    expect(await saving).toEqual({ kind: 'saved' });
    expect(names(project)).toEqual(['review']);
  }
  const kept = (await storage.entries('backup/')).map(([, value]) => (value as { text: string }).text);
  expect(kept).toEqual(Array.from({ length: 10 }, (_, at) => textOf(at + 2)));
});

test('an earlier text is put back once the user has seen it, and the present one is kept in its turn', async () => {
  const old = '[context_presets.review]\nfiles = [\n  "b.ts", # ours\n]\n';
  const disk = await diskWith(old);
  const storage = storageInMemory();
  await storage.set(`backup/${PROJECT_FILE}/2020-01-01T00:00:00.000Z`, { text: 7 });
  const { project, answering } = await open(disk.folder, { storage });
  expect(await project.backups()).toEqual([]);
  const saving = project.presets.set(review);
  await answering('write');
  await saving;
  const [backup, ...others] = await project.backups();
  if (backup === undefined) throw new Error('nothing was kept');
  expect([backup.text, others]).toEqual([old, []]);
  const changed = await disk.text();

  const leaving = project.restore(backup);
  await answering('cancel');
  expect(await leaving).toEqual({ kind: 'canceled' });
  expect(await disk.text()).toBe(changed);

  // Also if the current file is unreadable, which is when a backup is needed most.
  const broken = 'broken = [[\n';
  await disk.put(broken);
  const restoring = project.restore(backup);
  const shown = await answering('write');
  expect(shown).toMatchObject({ kind: 'restore', time: backup.time, writable: true, keepsPresent: true });
  expect(shown.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(
    old.trimEnd().split('\n'),
  );
  expect(await restoring).toEqual({ kind: 'saved' });
  expect(await disk.text()).toBe(old);
  expect(names(project)).toEqual(['review']);
  expect((await project.backups()).map(({ text }) => text)).toEqual([broken, old]);
  const elsewhere = await open(disk.folder, { storage, workspace: 'another of this name' });
  expect(await elsewhere.project.backups()).toEqual([]);
});

test('announces a backup only if an existing text is overwritten', async () => {
  const backup = { folder: 'app', text: OLD, time: '2026-01-01T00:00:00.000Z' };
  const files = [{ path: PROJECT_FILE, text: `${OLD}# theirs\n` }];
  const ready = { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' } as const;
  const [absent, readOnly] = [
    (await diskWith()).folder,
    { kind: 'memory', name: 'app', files, ready } as const,
  ];
  for (const folder of [absent, readOnly]) {
    const { project, answering } = await open(folder);
    const restoring = project.restore(backup);
    expect(await answering('cancel')).toMatchObject({ kind: 'restore', keepsPresent: false });
    await restoring;
  }
});

test('without a backup nothing is lost either: nothing is written', async () => {
  const old = '[context_presets.review]\nfiles = [\n  "b.ts", # ours\n]\n';
  const disk = await diskWith(old);
  const storage = { ...storageInMemory(), update: () => Promise.reject(new Error('no room')) };
  const { project, answering } = await open(disk.folder, { storage });
  const saving = project.presets.set(review);
  await answering('write');
  expect(await saving).toEqual({ kind: 'refused', reason: 'no room' });
  expect(await disk.text()).toBe(old);
});

test.each([
  ['[context_presets.a]\nfiles = [\n', 'line 3'],
  ['[context_presets.a]\nfiles = 7\n', 'context_presets.a.files'],
  ['schema_version = 99\n', 'schema_version'],
])('an unreadable file is never written: %j', async (text, place) => {
  const disk = await diskWith(text);
  const { project } = await open(disk.folder);
  expect(project.fault?.place).toContain(place);
  const outcome = await project.presets.set(review);
  expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining(place) });
  expect(await disk.text()).toBe(text);

  await disk.put('[context_presets.mended]\n');
  await project.load();
  expect(project.fault).toBeUndefined();
  expect(names(project)).toEqual(['mended']);
});

test('an entry outside the folder is reported, and the others are used', async () => {
  const disk = await diskWith('[context_presets.a]\nfiles = ["../x", "b.ts"]\n');
  const { project } = await open(disk.folder);
  expect(project.refused).toMatchObject([{ place: 'context_presets.a.files.0' }]);
  expect(project.presets.list[0]?.files.map(({ path }) => path)).toEqual(['b.ts']);
});

test('a failed write reports why and changes nothing, and the next one is reviewed again', async () => {
  const disk = await diskWith(OLD);
  let isFull = true;
  const files: FolderFiles = {
    ...browserFolderFiles,
    replace: (...asked) =>
      isFull
        ? Promise.resolve({ kind: 'failed', reason: 'the disk is full' })
        : browserFolderFiles.replace(...asked),
  };
  const { project, answering } = await open(disk.folder, { files });
  const failed = project.presets.set(review);
  await answering('write');
  expect(await failed).toEqual({
    kind: 'refused',
    reason: 'strata.toml could not be written: the disk is full',
  });
  expect(names(project)).toEqual(['old']);
  expect(await disk.text()).toBe(OLD);

  isFull = false;
  const saved = project.presets.set(review);
  await answering('write');
  expect(await saved).toEqual({ kind: 'saved' });
  expect(names(project)).toContain('review');
});

test('without write access nothing happens, and a folder without a disk downloads', async () => {
  const disk = await diskWith(OLD);
  const denied = await open(disk.folder, { canWrite: false });
  const saving = denied.project.presets.set(review);
  await denied.answering('write');
  expect(await saving).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('denied write access'),
  });
  expect(await disk.text()).toBe(OLD);

  const { project, downloads, answering } = await open({
    ...{ kind: 'memory', name: 'sample', files: [{ path: PROJECT_FILE, text: OLD }] },
    ready: { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' },
  });
  expect(project.writable).toBe(false);
  expect(names(project)).toEqual(['old']);
  const saved = project.presets.set(review);
  expect((await answering('download')).writable).toBe(false);
  expect(await saved).toEqual({ kind: 'downloaded' });
  expect(await downloads[0]?.text()).toMatch(/^# Ours\.[^]*\[context_presets\.review\]/);
  expect(names(project)).toEqual(['old']);
});

test('reports a change on disk of the applied preset, and of no other', async () => {
  const disk = await diskWith(OLD);
  const { project, notices, answering } = await open(disk.folder, { applied: 'old' });
  const change = async (text: string) => {
    await disk.put(text);
    await project.load();
    return notices.splice(0);
  };
  expect(await change(`${OLD}[context_presets.another]\n`)).toEqual([]);
  expect(await change(OLD.replace('"a.ts"', '"b.ts"'))).toEqual([expect.stringContaining('old has changed')]);
  expect(await change('broken =')).toEqual([]);
  expect(await change(OLD)).toEqual([expect.stringContaining('old has changed')]);
  const saving = project.presets.set({ ...review, name: 'old' });
  await answering('write');
  await saving;
  expect(notices).toEqual([]);
  expect(await change('')).toEqual([expect.stringContaining('old is no longer')]);
});

test('closing the workspace cancels a pending review', async () => {
  const { project } = await open((await diskWith()).folder);
  const saving = project.presets.set(review);
  await expect.poll(() => project.review).toBeDefined();
  project.close();
  expect(await saving).toEqual({ kind: 'canceled' });
});

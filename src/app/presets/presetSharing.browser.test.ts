import { NO_MODELS } from '../../../tests/noModels';
import { expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import { shareCodec } from '../../platform/shareCodec';
import type { RepoPath } from '../../core/files/repoPath';
import { BUILT_IN_PERSONAS } from '../../core/presets/builtInPersonas';
import type { Persona } from '../../core/presets/persona';
import { MAX_NAME_LENGTH, type Preset } from '../../core/presets/preset';
import type { Notice } from '../notify';
import { Personas } from './personas.svelte';
import type { ClipboardResult } from '../ports/clipboard';
import type { PageAddress } from '../ports/sharing';
import type { Storage } from '../ports/storage';
import { Settings } from '../storage/settings.svelte';
import { PresetSharing } from './presetSharing.svelte';
import { isImportable } from './offered';
import { freeNames, presetFrom, readOffered, storeWanted } from './presetImport';
import { Presets } from './presets.svelte';

const review: Preset = {
  ...{ name: 'review', description: 'What matters.', files: [], screenshots: [], unknown: {} },
  settings: { strategy: 'full' },
};

/** The address of a page that links can lead to. */
function pageAt(code?: string) {
  const page = { code };
  const address: PageAddress = {
    sharedCode: () => page.code,
    linkTo: (shared) => `https://strata.test/#preset=${shared}`,
    clear: () => (page.code = undefined),
    watch: () => undefined,
  };
  return { page, address };
}

function sharingAt(
  address: PageAddress,
  copied: ClipboardResult = { kind: 'copied' },
  passTexts = NO_MODELS.passTexts,
) {
  const told: Notice[] = [];
  const files: Blob[] = [];
  const sharing = new PresetSharing({
    outputs: { download: (_name, file) => void files.push(file) },
    clipboard: { write: () => Promise.resolve(copied) },
    ...{ codec: shareCodec, address, notify: (notice: Notice) => told.push(notice) },
    passTexts,
  });
  return { sharing, told, files };
}

test('a link holds its preset, and waits in the address until it is answered', async () => {
  const made = await sharingAt(pageAt().address).sharing.linkTo(review);
  if (made.kind !== 'link') throw new Error('it is too long');
  const { page, address } = pageAt(made.link.split('#preset=')[1]);
  const { sharing } = sharingAt(address);
  await sharing.receiveLink();
  const incoming = sharing.incoming;
  if (incoming === undefined) throw new Error('nothing has come');
  expect(await readOffered(incoming)).toMatchObject({ kind: 'import', presets: [{ preset: review }] });
  expect(page.code).toBeDefined();
  sharing.answered();
  expect([page.code, sharing.incoming]).toEqual([undefined, undefined]);
});

test('a truncated link is reported and removed from the address; links that would be too long are not created', async () => {
  const { page, address } = pageAt('AAAA');
  const { sharing, told } = sharingAt(address);
  await sharing.receiveLink();
  expect(told).toMatchObject([{ kind: 'error', text: expect.stringContaining("Couldn't read") as string }]);
  expect(page.code).toBeUndefined();
  const noise = Array.from(crypto.getRandomValues(new Uint8Array(40_000)), (byte) => byte.toString(36)).join(
    '',
  );
  expect(await sharing.linkTo({ ...review, description: noise })).toMatchObject({ kind: 'too-long' });
});

test('a file contains both presets of one name, the browser’s and the project’s', async () => {
  const { sharing, files } = sharingAt(pageAt().address);
  const presets = ['browser', 'other', 'project'].map((description, index) => ({
    ...review,
    ...{ name: index === 1 ? 'review 2' : 'review', description },
  }));
  for (const format of ['toml', 'json'] as const) await sharing.download({ presets }, format);
  for (const file of files) {
    const read = await readOffered({ fileName: '', text: await file.text() });
    const found = read.kind === 'import' ? read.presets.map(({ preset }) => preset) : [];
    expect(found.map(({ name, description }) => [name, description])).toEqual([
      ['review', 'project'],
      ['review 2', 'other'],
      ['review 3', 'browser'],
    ]);
  }
});

test('warns about an export that is too large to import', async () => {
  const { sharing, told } = sharingAt(pageAt().address);
  await sharing.download({ presets: [review] }, 'json');
  expect(told).toEqual([]);
  const large = { ...review, description: 'é'.repeat(500_000) };
  await sharing.download({ presets: [large] }, 'json');
  await sharing.copy({ presets: [large] }, 'toml');
  expect(told.map(({ kind }) => kind)).toEqual(['warning', 'done', 'warning']);
  expect(told[0]?.text).toBe('This is 1.1 MB. Imports are limited to 1 MB.');

  const refusing = sharingAt(pageAt().address, { kind: 'refused', reason: 'not now' });
  await refusing.sharing.copy({ presets: [large] }, 'toml');
  expect(refusing.told).toEqual([{ kind: 'error', text: "Couldn't copy: not now." }]);
});

/** Like the app's: methods that need their object. */
class ShelvesInTests {
  readonly presets: Presets;
  readonly personas: Personas;
  readonly settings: Settings;
  readonly storage: Storage;
  readonly #told: string[] = [];

  constructor(storage: Storage, userPatterns = '') {
    const notify = () => undefined;
    this.storage = storage;
    this.presets = new Presets(storage, notify, () => undefined);
    this.personas = new Personas(storage, notify, () => undefined);
    const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
    this.settings = new Settings(storage, clock, notify);
    this.settings.change({ userPatterns });
  }

  get told(): readonly string[] {
    return this.#told;
  }

  setUserPatterns(userPatterns: string): Promise<void> {
    this.#told.push(userPatterns);
    return Promise.resolve();
  }

  setKeepSummaries(keep: boolean): Promise<void> {
    this.#told.push(String(keep));
    return Promise.resolve();
  }
}

const careful = { ...BUILT_IN_PERSONAS[0], name: 'careful' } as Persona; // there is one

function wish(name: string) {
  return {
    presets: [[review, { kind: 'as', name }] as const],
    personas: [[careful, { kind: 'as', name: `${name}er` }] as const],
    ignorePatterns: ['dist/', 'tmp/'],
    keepSummaries: false,
  };
}

test('an import is stored as chosen and never replaces another record unasked', async () => {
  const shelves = new ShelvesInTests(storageInMemory(), 'dist/');
  await shelves.presets.save({ ...review, description: 'here before' }, 'global');
  const before = await shelves.storage.entries('');
  expect(await storeWanted(shelves, wish('review'))).toEqual(['the name review is already in use']);
  expect(await shelves.storage.entries('')).toEqual(before);
  expect(await storeWanted(shelves, wish('review 2'))).toEqual([]);
  expect(shelves.presets.list.map(({ name, value }) => [name, value.description])).toEqual([
    ['review', 'here before'],
    ['review 2', 'What matters.'],
  ]);
  expect(shelves.personas.in('global', 'review 2er')?.value.agentTier).toBe(careful.agentTier);
  expect(shelves.told).toEqual(['dist/\ntmp/\n', 'false']);
  expect(await shelves.storage.get('settings')).toMatchObject({
    userPatterns: 'dist/\ntmp/\n',
    keepSummaries: false,
  });
  const replace = { ...wish('review'), personas: [], presets: [[review, { kind: 'replace' }] as const] };
  expect(await storeWanted(shelves, replace)).toEqual([]);
  expect(shelves.presets.byName('review')?.value.description).toBe('What matters.');
});

test('an import that cannot be stored changes nothing', async () => {
  const storage = storageInMemory();
  const updateAll = () => Promise.reject(new Error('the browser has no room left for it'));
  const shelves = new ShelvesInTests({ ...storage, updateAll });
  expect(await storeWanted(shelves, wish('review'))).toEqual(['the browser has no room left for it']);
  expect(await storage.entries('')).toEqual([]);
  expect([shelves.presets.list, shelves.told]).toEqual([[], []]);
  expect(shelves.personas.in('global', 'reviewer')).toBeUndefined();
  expect(shelves.settings.data).toMatchObject({ userPatterns: '', keepSummaries: true });
});

test('an import that another tab was faster than is stored in no part', async () => {
  const tab = browserStorage();
  const [here, there] = [tab(), new ShelvesInTests(tab())];
  const shelves = new ShelvesInTests({ ...here, watch: () => () => undefined });
  await there.personas.save({ ...careful, name: 'reviewer' }, 'global');
  expect(await storeWanted(shelves, wish('review'))).toEqual(['another tab has changed reviewer']);
  expect((await here.entries('')).map(([key]) => key)).toEqual(['persona/reviewer']);
});

async function patternsAfter(userPatterns: string, ignorePatterns: readonly string[]): Promise<string> {
  const shelves = new ShelvesInTests(storageInMemory(), userPatterns);
  await storeWanted(shelves, { presets: [], personas: [], ignorePatterns, keepSummaries: undefined });
  return shelves.told[0] ?? userPatterns;
}

test('patterns that take something back keep their order, in which the later line wins', async () => {
  expect(await patternsAfter('!keep.log\n', ['*.log', '!keep.log'])).toBe('!keep.log\n*.log\n!keep.log\n');
  expect(await patternsAfter('*.log\n!keep.log\n', ['*.log'])).toBe('*.log\n!keep.log\n*.log\n');
  expect(await patternsAfter('tmp/\n*.log\n!keep.log\n', ['*.log', '!keep.log'])).toBe(
    'tmp/\n*.log\n!keep.log\n',
  );
  expect(await patternsAfter('*.log', ['tmp/', '*.log'])).toBe('*.log\ntmp/\n');
});

test('a free name differs from all other names in the import', () => {
  const names = ['a', 'a 2', 'b'].map((name) => ({ name }));
  expect([...freeNames(names, (there) => there === 'a').values()]).toEqual(['a 3', 'a 2', 'b']);
});

test('names that differ only at the end of the longest name get different free ones', () => {
  const start = 'a'.repeat(MAX_NAME_LENGTH - 1);
  const names = [`${start}x`, `${start}y`];
  const free = freeNames(
    names.map((name) => ({ name })),
    (there) => names.includes(there),
  );
  expect([...free.values()]).toEqual([`${start.slice(1)} 2`, `${start.slice(1)} 3`]);
});

test('patterns that another tab has stored since stay', async () => {
  const tab = browserStorage();
  const shelves = new ShelvesInTests(tab(), 'dist/');
  await shelves.settings.flush();
  await tab().update('settings', () => ({ ...shelves.settings.data, userPatterns: 'dist/\ntheirs/\n' }));
  await storeWanted(shelves, {
    ...{ presets: [], personas: [], ignorePatterns: ['tmp/'], keepSummaries: undefined },
  });
  expect(shelves.told).toEqual(['dist/\ntheirs/\ntmp/\n']);
  expect(await shelves.storage.get('settings')).toMatchObject({ userPatterns: 'dist/\ntheirs/\ntmp/\n' });
});

test('patterns wait for a folder, whose files they become', async () => {
  const read = await readOffered({ fileName: 'repomix.config.json', text: '{"include": ["src/**"]}' });
  if (read.kind !== 'import' || read.presets[0] === undefined) throw new Error('it is not read');
  expect(await presetFrom(read.presets[0], undefined)).toBeUndefined();
  const pathsMatching = (glob: string) => Promise.resolve(glob === 'src/**' ? ['src/a.ts' as RepoPath] : []);
  const made = await presetFrom(read.presets[0], { choices: { pathsMatching } });
  expect(made?.files.map(({ path }) => path)).toEqual(['src/a.ts']);
});

test('files are known as imports by their names', () => {
  const names = ['a.toml', 'repomix.config.json', '.repomixignore', '.gitignore', 'a.json5', 'a.ts', 'toml'];
  expect(names.filter(isImportable)).toEqual(names.slice(0, 5));
});

test('a file has no secret that the user masks, and is not saved if the user cancels', async () => {
  const secret = { ...review, description: 'key 12345' };
  const { sharing, files } = sharingAt(pageAt().address, undefined, (given) =>
    Promise.resolve(given.map(({ text }) => text.replace('12345', '[[secret:k#1]]'))),
  );
  await sharing.download({ presets: [secret] }, 'toml');
  expect(await files[0]?.text()).toContain('key [[secret:k#1]]');

  const canceled = sharingAt(pageAt().address, undefined, () => Promise.reject(new Error('you canceled')));
  await canceled.sharing.download({ presets: [secret] }, 'toml');
  expect(canceled.files).toEqual([]);
  expect(canceled.told).toMatchObject([{ kind: 'error', text: "Couldn't download it: you canceled." }]);
});

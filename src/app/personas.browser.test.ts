import { expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../tests/storageInMemory';
import type { Persona } from '../core/personas/persona';
import { DEFAULT_OPTIONS } from './composition.svelte';
import { isAsPersona, personaOptions, Personas } from './personas.svelte';
import type { Storage } from './ports';

const mender: Persona = {
  name: 'mender',
  model: 'gpt-5',
  agentTier: 3,
  strategy: 'summarize',
  systemPrompt: 'Mend it.',
  budgetTokens: 8_000,
  richness: 2,
};

async function own(storage: Storage): Promise<readonly string[]> {
  const personas = new Personas(storage, () => undefined);
  await personas.load();
  return personas.list.map(({ name }) => name).filter((name) => !personas.isBuiltIn(name));
}

test('are kept in the browser, also when two tabs change them', async () => {
  const tab = browserStorage();
  const storage = tab();
  const one = new Personas(storage, () => undefined);
  const other = new Personas(tab(), () => undefined);
  await one.keep(mender);
  await other.keep({ ...mender, name: 'breaker' });
  expect(await own(storage)).toEqual(['breaker', 'mender']);
  await expect.poll(() => one.byName('breaker')?.name).toBe('breaker');
  expect(other.byName('mender')).toEqual(mender);
  await one.remove('mender');
  expect(await own(storage)).toEqual(['breaker']);
});

test('are renamed in their place, and never take the name of another', async () => {
  const storage = storageInMemory();
  const personas = new Personas(storage, () => undefined);
  await personas.keep(mender);
  await personas.keep({ ...mender, name: 'breaker' });
  expect(await personas.keep({ ...mender, name: 'fixer' }, 'mender')).toBe(true);
  expect(await own(storage)).toEqual(['breaker', 'fixer']);
  expect(await personas.keep({ ...mender, name: 'breaker' }, 'fixer')).toBe(false);
  expect(await personas.keep({ ...mender, name: 'worker' })).toBe(false);
  expect(await own(storage)).toEqual(['breaker', 'fixer']);
});

test('are copied under a free name, the built-in ones as well', async () => {
  const storage = storageInMemory();
  const personas = new Personas(storage, () => undefined);
  const worker = personas.byName('worker');
  if (worker === undefined) throw new Error('there is no worker');
  expect(await personas.duplicate(worker)).toBe('worker copy');
  expect(await personas.duplicate(worker)).toBe('worker copy 2');
  expect(personas.byName('worker copy 2')).toEqual({ ...worker, name: 'worker copy 2' });
});

test('what is stored and is none is set aside, and takes no other with it', async () => {
  const storage = storageInMemory();
  const notices: string[] = [];
  await storage.set('persona/a', { version: 1, revision: 1, data: { name: 'a', agent_tier: 9 } });
  await storage.set('persona/b', 7);
  await storage.set('persona/mender', { version: 1, revision: 4, data: { name: 'mender' } });
  const personas = new Personas(storage, ({ text }) => notices.push(text));
  await personas.load();
  expect(personas.list.map(({ name }) => name)).toContain('mender');
  expect(notices).toHaveLength(2);
  expect(await storage.get('set-aside/persona/b')).toBe(7);
  expect(await own(storage)).toEqual(['mender']);
  expect(notices).toHaveLength(2);
});

test('those of an earlier release are taken over', async () => {
  const storage = storageInMemory();
  await storage.set('personas', [{ name: 'a', agent_tier: 9 }, 7, { name: 'mender' }]);
  expect(await own(storage)).toEqual(['mender']);
  expect(await storage.get('personas')).toBeUndefined();
});

test('fill all settings, but for a model that is not known', () => {
  expect(personaOptions(mender)).toEqual({
    persona: 'mender',
    agentTier: 3,
    strategy: 'summarize',
    systemPrompt: 'Mend it.',
    budgetTokens: 8_000,
    richness: 2,
    modelId: 'gpt-5',
  });
  expect(personaOptions({ ...mender, model: 'gpt-1' })).not.toHaveProperty('modelId');
  const options = { ...DEFAULT_OPTIONS, ...personaOptions(mender), task: 'Now' };
  expect(isAsPersona(options, mender)).toBe(true);
  expect(isAsPersona({ ...options, richness: undefined }, mender)).toBe(false);
});

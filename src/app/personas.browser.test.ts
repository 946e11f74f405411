import { expect, test } from 'vitest';
import type { Persona } from '../core/personas/persona';
import { DEFAULT_OPTIONS } from './composition.svelte';
import { isAsPersona, personaOptions, Personas } from './personas.svelte';
import type { Storage } from './ports';

function storageInMemory(): Storage {
  const values = new Map<string, unknown>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    update: (key, change) => Promise.resolve(void values.set(key, structuredClone(change(values.get(key))))),
    remove: (key) => Promise.resolve(void values.delete(key)),
    durable: Promise.resolve(true),
  };
}

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
  const personas = new Personas(storage);
  await personas.load();
  return personas.list.map(({ name }) => name).filter((name) => !personas.isBuiltIn(name));
}

test('are kept in the browser, also when two tabs change them', async () => {
  const storage = storageInMemory();
  const [one, other] = [new Personas(storage), new Personas(storage)];
  await one.keep(mender);
  await other.keep({ ...mender, name: 'breaker' });
  expect(await own(storage)).toEqual(['mender', 'breaker']);
  await one.load();
  expect(one.byName('mender')).toEqual(mender);
  await one.remove('mender');
  expect(await own(storage)).toEqual(['breaker']);
});

test('are renamed in their place, and never take the name of another', async () => {
  const storage = storageInMemory();
  const personas = new Personas(storage);
  await personas.keep(mender);
  await personas.keep({ ...mender, name: 'breaker' });
  expect(await personas.keep({ ...mender, name: 'fixer' }, 'mender')).toBe(true);
  expect(await own(storage)).toEqual(['fixer', 'breaker']);
  expect(await personas.keep({ ...mender, name: 'breaker' }, 'fixer')).toBe(false);
  expect(await personas.keep({ ...mender, name: 'worker' })).toBe(false);
  expect(await own(storage)).toEqual(['fixer', 'breaker']);
});

test('are copied under a free name, the built-in ones as well', async () => {
  const storage = storageInMemory();
  const personas = new Personas(storage);
  const worker = personas.byName('worker');
  if (worker === undefined) throw new Error('there is no worker');
  expect(await personas.duplicate(worker)).toBe('worker copy');
  expect(await personas.duplicate(worker)).toBe('worker copy 2');
  expect(personas.byName('worker copy 2')).toEqual({ ...worker, name: 'worker copy 2' });
});

test('what is stored and is none is left out', async () => {
  const storage = storageInMemory();
  await storage.set('personas', [{ name: 'a', agent_tier: 9 }, 7, { name: 'mender' }]);
  expect(await own(storage)).toEqual(['mender']);
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

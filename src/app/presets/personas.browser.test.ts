import { expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import type { Persona } from '../../core/presets/persona';
import { DEFAULT_OPTIONS } from '../../core/settings/compositionOptions';
import { matchesPersona, personaOptions, Personas } from './personas.svelte';
import type { ScopedRecord } from './scopedRecords.svelte';
import type { Storage } from '../ports/storage';

const mender: Persona = {
  name: 'mender',
  modelId: 'gpt-5',
  agentTier: 3,
  strategy: 'summarize',
  systemPrompt: 'Mend it.',
  budgetTokens: 8_000,
  richness: 2,
  askModelFirst: false,
};

function open(storage: Storage, notices: string[] = []): Personas {
  return new Personas(
    storage,
    ({ text }) => notices.push(text),
    () => undefined,
  );
}

async function own(storage: Storage): Promise<readonly string[]> {
  const personas = open(storage);
  await personas.load();
  return personas.list.filter(({ scope }) => scope === 'global').map(({ name }) => name);
}

test('are kept in the browser, also when two tabs change them', async () => {
  const tab = browserStorage();
  const storage = tab();
  const one = open(storage);
  const other = open(tab());
  await one.save(mender, 'global');
  await other.save({ ...mender, name: 'breaker' }, 'global');
  expect(await own(storage)).toEqual(['breaker', 'mender']);
  await expect.poll(() => one.byName('breaker')?.name).toBe('breaker');
  expect(other.byName('mender')?.value).toEqual(mender);
});

test('cannot use the name of a built-in persona', async () => {
  const storage = storageInMemory();
  const personas = open(storage);
  expect(await personas.save({ ...mender, name: 'review' }, 'global')).toEqual({ kind: 'taken' });
  expect(await own(storage)).toEqual([]);
});

test('one of an earlier release that has the name of a built-in one hides it', async () => {
  const storage = storageInMemory();
  await storage.set('persona/plan', { version: 1, revision: 1, data: { name: 'plan', richness: 3 } });
  const personas = open(storage);
  await personas.load();
  expect(personas.byName('plan')?.value.richness).toBe(3);
  expect(personas.in('built-in', 'plan')?.hiddenBy).toBe('global');
});

test.each(['n'.repeat(78), 'n'.repeat(200), '😀'.repeat(100)])(
  'a copy of one with the long name %s is there when it is loaded again',
  async (name) => {
    const storage = storageInMemory();
    const personas = open(storage);
    await personas.save({ ...mender, name }, 'global');
    const copies: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { name: copy, outcome } = await personas.duplicate(
        personas.in('global', name) as ScopedRecord<Persona>,
      );
      expect(outcome).toEqual({ kind: 'saved' });
      copies.push(copy);
    }
    expect((await own(storage)).toSorted()).toEqual([name, ...copies].sort());
  },
);

test('a built-in one is copied under a free name', async () => {
  const personas = open(storageInMemory());
  const plan = personas.byName('plan');
  if (plan === undefined) throw new Error('there is no plan');
  expect((await personas.duplicate(plan)).name).toBe('plan copy');
  expect((await personas.duplicate(plan)).name).toBe('plan copy 2');
  expect(personas.byName('plan copy 2')).toMatchObject({ scope: 'global', value: { agentTier: 1 } });
});

test('an invalid stored persona is set aside and does not affect others', async () => {
  const storage = storageInMemory();
  const notices: string[] = [];
  await storage.set('persona/a', { version: 1, revision: 1, data: { name: 'a', agent_tier: 9 } });
  await storage.set('persona/b', 7);
  await storage.set('persona/mender', { version: 1, revision: 4, data: { name: 'mender' } });
  const personas = open(storage, notices);
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

test('set all settings except an unknown model', () => {
  expect(personaOptions(mender)).toEqual({
    persona: 'mender',
    agentTier: 3,
    strategy: 'summarize',
    systemPrompt: 'Mend it.',
    budgetTokens: 8_000,
    richness: 2,
    askModelFirst: false,
    modelId: 'gpt-5',
  });
  expect(personaOptions({ ...mender, modelId: 'gpt-1' })).not.toHaveProperty('modelId');
  const options = { ...DEFAULT_OPTIONS, ...personaOptions(mender), task: 'Now' };
  expect(matchesPersona(options, mender)).toBe(true);
  expect(matchesPersona({ ...options, richness: undefined }, mender)).toBe(false);
});

import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { engineWith, workspaceWith } from '../../../tests/workspaceInTests';
import { DEFAULT_PERSONA } from '../../core/presets/persona';
import type { Notice } from '../notify';
import { PersonaActions } from './personaActions';
import { matchesPersona, Personas } from './personas.svelte';

function opened() {
  const notices: Notice[] = [];
  const notify = (notice: Notice) => void notices.push(notice);
  const personas = new Personas(storageInMemory(), notify, () => undefined);
  const workspace = workspaceWith(engineWith({}).engine);
  const offered = () => {
    const offer = notices.at(-1)?.offer;
    if (typeof offer !== 'object' || !('run' in offer)) throw new Error('nothing is offered');
    return offer;
  };
  const texts = () => notices.splice(0).map(({ text }) => text);
  return { workspace, personas, actions: new PersonaActions({ personas, notify }), texts, offered };
}

const mender = { ...DEFAULT_PERSONA, name: 'mender', systemPrompt: 'Mend it.' };

test('a persona is applied and removed with a message that offers Undo', () => {
  const { workspace, actions, texts, offered } = opened();
  const { composition } = workspace;
  const before = composition.options;
  actions.remove(workspace);
  expect(texts()).toEqual([]);
  actions.apply(workspace, mender);
  expect(composition.options).toMatchObject({ persona: 'mender', systemPrompt: 'Mend it.' });
  offered().run();
  expect(texts()).toEqual(['Applied persona mender. Changes: system prompt.']);
  expect(composition.options).toEqual(before);
  composition.redo();
  actions.remove(workspace);
  expect(composition.options).toEqual(before);
  offered().run();
  expect(texts()).toEqual(['Removed persona mender. Changes: system prompt.']);
  expect(composition.options.persona).toBe('mender');
});

test('a changed persona is updated from the settings, except for a model that it leaves open', async () => {
  const { workspace, personas, actions, texts, offered } = opened();
  const { composition } = workspace;
  await personas.save(mender, 'global');
  actions.apply(workspace, mender);
  workspace.setOptions({ systemPrompt: 'Mend it all.', modelId: 'gpt-4o' }, 'Change');
  texts();
  const record = personas.byName('mender');
  if (record === undefined) throw new Error('it is gone');
  await actions.update(composition, record);
  const saved = { ...mender, systemPrompt: 'Mend it all.' };
  expect(personas.byName('mender')?.value).toEqual(saved);
  expect(matchesPersona(composition.options, saved)).toBe(true);
  offered().run();
  expect(texts()).toEqual(['Updated persona mender.']);
  await expect.poll(() => personas.byName('mender')?.value).toEqual(mender);
});

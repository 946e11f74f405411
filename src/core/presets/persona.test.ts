import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENT_TIERS, RICHNESSES } from '../summaries/agentTier';
import { STRATEGIES } from '../items/effectiveView';
import { isSafeKey } from '../outside/plainTree';
import { BUILT_IN_PERSONAS } from './builtInPersonas';
import { personaFromData, personaToData, type Persona } from './persona';

function personaOf(data: unknown): Persona {
  const parsed = personaFromData(data);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.persona;
}

describe('personaFromData', () => {
  it('reads a name alone as a persona that changes nothing', () => {
    expect(personaOf({ name: ' careful ' })).toEqual({
      name: 'careful',
      modelId: undefined,
      agentTier: undefined,
      strategy: 'auto',
      systemPrompt: '',
      budgetTokens: undefined,
      richness: undefined,
      askModelFirst: false,
    });
  });

  it('reads an unknown strategy as auto', () => {
    expect(personaOf({ name: 'a', aggregation_strategy: 'everything' }).strategy).toBe('auto');
  });

  it.each([
    [undefined, 'persona'],
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(201) }, 'name'],
    [{ name: '__proto__' }, 'name'],
    [{ name: 'a', agent_tier: 5 }, 'agent_tier'],
    [{ name: 'a', richness: 0 }, 'richness'],
    [{ name: 'a', budget_tokens: 1.5 }, 'budget_tokens'],
    [{ name: 'a', system_prompt: 1 }, 'system_prompt'],
  ])('%j is refused, and the reason names %j', (data, place) => {
    const parsed = personaFromData(data);
    expect(parsed.kind === 'refused' && parsed.reason).toContain(place);
  });

  it('reads what was written, through JSON', () => {
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const persona: fc.Arbitrary<Persona> = fc.record({
      name: fc
        .string({ minLength: 1, maxLength: 20 })
        .filter((name) => name.trim() === name && isSafeKey(name)),
      modelId: optional(fc.string()),
      agentTier: optional(fc.constantFrom(...AGENT_TIERS)),
      strategy: fc.constantFrom(...STRATEGIES),
      systemPrompt: fc.string({ unit: 'binary' }),
      budgetTokens: optional(fc.integer({ min: 1 })),
      richness: optional(fc.constantFrom(...RICHNESSES)),
      askModelFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(persona, (original) => {
        expect(personaOf(JSON.parse(JSON.stringify(personaToData(original))))).toEqual(original);
      }),
    );
  });
});

it('the built-in personas are valid, and each has a name and a task of its own', () => {
  for (const persona of BUILT_IN_PERSONAS) expect(personaOf(personaToData(persona))).toEqual(persona);
  expect(BUILT_IN_PERSONAS.map(({ name, agentTier }) => [name, agentTier])).toEqual([
    ['plan', 1],
    ['implement', 3],
    ['review', 4],
    ['explain', undefined],
  ]);
  expect(new Set(BUILT_IN_PERSONAS.map(({ systemPrompt }) => systemPrompt)).size).toBe(4);
});

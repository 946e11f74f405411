import * as v from 'valibot';
import { AGENT_TIERS, RICHNESSES, type AgentTier, type Richness } from '../items/agentTier';
import { STRATEGIES, type Strategy } from '../items/effectiveView';
import { nameFault } from '../presets/preset';

/** Settings that belong together under a name. What is undefined is left to the role, or to the user. */
export interface Persona {
  readonly name: string;
  /** Id of a model. */
  readonly model: string | undefined;
  readonly agentTier: AgentTier | undefined;
  readonly strategy: Strategy;
  readonly systemPrompt: string;
  /** Tokens that the document should not exceed. */
  readonly budgetTokens: number | undefined;
  readonly richness: Richness | undefined;
  /** Keys of a newer or foreign format, as they came; missing where there are none. */
  readonly unknown?: Readonly<Record<string, unknown>>;
}

export type ParsedPersona =
  | { readonly kind: 'persona'; readonly persona: Persona }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads a persona as files outside the app hold it: snake_case keys, missing ones as defaults, unknown ones kept, an
 * unknown strategy as `auto`. The reason of a refusal names the key.
 */
export function personaFromData(data: unknown): ParsedPersona {
  const read = v.safeParse(personaData, data);
  if (!read.success) {
    const issue = read.issues[0];
    return { kind: 'refused', reason: `${v.getDotPath(issue) ?? 'persona'}: ${issue.message}` };
  }
  const {
    name,
    model,
    agent_tier,
    aggregation_strategy,
    system_prompt,
    budget_tokens,
    richness,
    ...unknown
  } = read.output;
  return {
    kind: 'persona',
    persona: {
      name,
      model: model ?? undefined,
      agentTier: agent_tier ?? undefined,
      strategy: aggregation_strategy,
      systemPrompt: system_prompt,
      budgetTokens: budget_tokens ?? undefined,
      richness: richness ?? undefined,
      ...(Object.keys(unknown).length > 0 && { unknown }),
    },
  };
}

/** The same, outwards: every key, `null` for what is undefined, as JSON has it (for TOML, leave null keys out). */
export function personaToData(persona: Persona): Readonly<Record<string, unknown>> {
  return {
    name: persona.name,
    model: persona.model ?? null,
    agent_tier: persona.agentTier ?? null,
    aggregation_strategy: persona.strategy,
    system_prompt: persona.systemPrompt,
    budget_tokens: persona.budgetTokens ?? null,
    richness: persona.richness ?? null,
    ...persona.unknown,
  };
}

const personaData = v.looseObject({
  name: v.pipe(
    v.string(),
    v.trim(),
    // Files have it as a key, as that of a preset.
    v.check(
      (name) => nameFault(name) === undefined,
      ({ input }) => nameFault(input) ?? '',
    ),
  ),
  model: v.nullish(v.string()),
  agent_tier: v.nullish(v.picklist(AGENT_TIERS)),
  aggregation_strategy: v.fallback(v.picklist(STRATEGIES), 'auto'),
  system_prompt: v.optional(v.string(), ''),
  budget_tokens: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
  richness: v.nullish(v.picklist(RICHNESSES)),
});

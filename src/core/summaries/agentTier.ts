/** The role of the agent that a document is for: 1 orchestrator, 2 tech lead, 3 worker, 4 QA. */
export const AGENT_TIERS = [1, 2, 3, 4] as const;
export type AgentTier = (typeof AGENT_TIERS)[number];

/** Gets its focus files whole and all others reduced. */
export const WORKER: AgentTier = 3;

/**
 * How much stands for a file whose summary is wanted: 1 its whole text (where every file is a summary, the summary with
 * the outline), 2 the summary, 3 the outline alone.
 */
export const RICHNESSES = [1, 2, 3] as const;
export type Richness = (typeof RICHNESSES)[number];

/** Without a role it is the summary. */
export function richnessOf(agentTier: AgentTier | undefined): Richness {
  switch (agentTier) {
    case 1:
      return 1;
    case undefined:
    case 2:
      return 2;
    case 3:
    case 4:
      return 3;
  }
}

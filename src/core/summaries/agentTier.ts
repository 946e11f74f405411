/** The role of the agent that a document is for: 1 orchestrator, 2 tech lead, 3 worker, 4 QA. */
export const AGENT_TIERS = [1, 2, 3, 4] as const;
export type AgentTier = (typeof AGENT_TIERS)[number];

/** Gets its focus files in full and all others reduced. */
export const WORKER: AgentTier = 3;

/**
 * The level of detail in place of a file's summary: 1 the whole text (or summary and outline, if all files are summaries),
 * 2 the summary, 3 the outline only.
 */
export const RICHNESSES = [1, 2, 3] as const;
export type Richness = (typeof RICHNESSES)[number];

/** The summary if there is no role. */
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

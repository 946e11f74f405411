/** Labels and hints of the settings for all files, for people who see them for the first time. */
import type { AgentTier, Richness } from '../../core/items/agentTier';
import type { Strategy } from '../../core/items/effectiveView';

interface Named<T> {
  readonly value: T;
  readonly label: string;
  readonly hint: string;
}

export const STRATEGY_CHOICES: readonly Named<Strategy>[] = [
  { value: 'auto', label: 'Per file', hint: 'Every file in its own mode' },
  { value: 'summarize', label: 'All as summaries', hint: 'A few lines about each file' },
  { value: 'full', label: 'All in full', hint: 'The whole text of every file' },
];

export const ROLE_CHOICES: readonly Named<AgentTier | undefined>[] = [
  { value: undefined, label: 'None', hint: 'Files as they are set' },
  { value: 1, label: 'Orchestrator', hint: 'Plans: summaries at their richest' },
  { value: 2, label: 'Tech lead', hint: 'Designs: summaries with the signatures that matter' },
  { value: 3, label: 'Worker', hint: 'Changes: focus files in full, the others as skeletons' },
  { value: 4, label: 'QA', hint: 'Checks: outlines in place of summaries' },
];

export const RICHNESS_CHOICES: readonly Named<Richness | undefined>[] = [
  { value: undefined, label: 'From role', hint: 'Plain if no role is set' },
  { value: 3, label: 'Outlines', hint: 'One line for each class, function and constant' },
  { value: 2, label: 'Plain', hint: 'The purpose of the file and its key signatures' },
  { value: 1, label: 'Rich', hint: 'The whole text; where all are summaries, with the outline' },
];

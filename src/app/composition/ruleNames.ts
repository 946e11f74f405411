/** What the settings for all files are called, and what they do, for people who meet them the first time. */
import type { AgentTier, Richness } from '../../core/items/agentTier';
import type { Strategy } from '../../core/items/effectiveView';

interface Named<T> {
  readonly value: T;
  readonly label: string;
  readonly hint: string;
}

export const STRATEGY_CHOICES: readonly Named<Strategy>[] = [
  { value: 'auto', label: 'As chosen for each', hint: 'Every file in its own mode' },
  { value: 'summarize', label: 'All as summaries', hint: 'What each file is about, in a few lines' },
  { value: 'full', label: 'All in full', hint: 'The whole text of every file, whatever its mode' },
];

export const ROLE_CHOICES: readonly Named<AgentTier | undefined>[] = [
  { value: undefined, label: 'None', hint: 'Files as they are set' },
  { value: 1, label: 'Orchestrator', hint: 'Plans: summaries at their richest' },
  { value: 2, label: 'Tech lead', hint: 'Designs: summaries with the signatures that matter' },
  { value: 3, label: 'Worker', hint: 'Changes: focus files in full, the others as skeletons' },
  { value: 4, label: 'QA', hint: 'Checks: outlines in place of summaries' },
];

export const RICHNESS_CHOICES: readonly Named<Richness | undefined>[] = [
  { value: undefined, label: 'As the role has them', hint: 'Without a role, plain' },
  { value: 3, label: 'Outlines', hint: 'One line for each class, function and constant' },
  { value: 2, label: 'Plain', hint: 'What the file is about, with key signatures' },
  { value: 1, label: 'Rich', hint: 'The whole text; where all are summaries, with the outline' },
];

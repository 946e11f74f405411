/**
 * One choice for the detail of all files. Each choice stands for a strategy and, for focus files, the role of a
 * worker; other roles and the richness only decide what summaries hold, and stay.
 */
import type { ViewRules } from '../items/effectiveView';
import { WORKER } from '../summaries/agentTier';
import type { CompositionOptions } from './compositionOptions';
import { SETTINGS } from './settings';

export interface DetailChoice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly options: Partial<CompositionOptions>;
}

const FOCUSED = 'focused';

/** All choices, with the settings each makes from the current ones. */
export function detailChoices({ agentTier }: Pick<ViewRules, 'agentTier'>): readonly DetailChoice[] {
  const role = agentTier === WORKER ? undefined : agentTier;
  const choices = SETTINGS.strategy.choices.map(({ value, ...words }) => ({
    id: value as string,
    ...words,
    options: { strategy: value, agentTier: role, ...(value === 'auto' && { summaryOnly: false }) },
  }));
  const focused = {
    id: FOCUSED,
    label: 'Focus files in full, others as skeletons',
    hint: 'For coding: mark the files to change as focus',
    options: { strategy: 'auto', agentTier: WORKER, summaryOnly: false } as const,
  };
  return [...choices.slice(0, 1), focused, ...choices.slice(1)];
}

/** The id of the current choice. */
export function detailOf({ strategy, summaryOnly, agentTier }: ViewRules): string {
  if (strategy !== 'auto') return strategy;
  if (summaryOnly) return 'summarize';
  return agentTier === WORKER ? FOCUSED : 'auto';
}

/** The current choice in words, with the role and the summary style if they change what is shown. */
export function detailInWords(rules: ViewRules): string {
  const id = detailOf(rules);
  const { label } = detailChoices(rules).find((choice) => choice.id === id) ?? SETTINGS.strategy.choices[0];
  if (id === 'full') return label;
  const role = SETTINGS.agentTier.choices.find(({ value }) => value === rules.agentTier);
  const style = SETTINGS.richness.choices.find(({ value }) => value === rules.richness);
  return [
    label,
    ...(role?.value === undefined || id === FOCUSED ? [] : [role.label]),
    ...(style?.value === undefined ? [] : [style.label]),
  ].join(', ');
}

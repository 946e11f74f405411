import { expect, test } from 'vitest';
import { optionsFromText } from './settingText';

test.each([
  ['strategy', 'full', { strategy: 'full' }],
  ['agent_tier', '3', { agentTier: 3 }],
  ['agent_tier', 'none', { agentTier: undefined }],
  ['budget_tokens', '20000', { budgetTokens: 20_000 }],
  ['summary_only', 'true', { summaryOnly: true }],
  ['task', '20000', { task: '20000' }],
  ['folder_modes', '{"src":"outline"}', { folderModes: new Map([['src', 'outline']]) }],
])('%s=%s', (key, text, options) => {
  expect(optionsFromText(key, text)).toEqual({ kind: 'options', options });
});

test.each([
  ['strategy', 'everything', 'there is no strategy "everything"; known: auto, summarize, full'],
  ['agent_tier', '5', 'there is no agent_tier "5"; known: none, 1, 2, 3, 4'],
  ['colour', 'red', expect.stringMatching(/^there is no setting "colour"; known: strategy, summary_only, /)],
  ['budget_tokens', 'many', expect.stringMatching(/^budget_tokens: /)],
  ['pinned_folders', '["../x"]', expect.stringMatching(/^pinned_folders: "..\/x" /)],
])('refuses %s=%s', (key, text, reason: unknown) => {
  expect(optionsFromText(key, text)).toEqual({ kind: 'refused', reason });
});

import { describe, expect, it } from 'vitest';
import { renderTextSection } from '../compose/textSection';
import type { RepoPath } from '../files/repoPath';
import { composeMessage } from '../prompt/composeMessage';
import { withFragment, type Fragment } from '../prompt/fragment';
import { DEFAULT_OPTIONS, type CompositionOptions } from '../settings/compositionOptions';
import { isSameRequest, isStaleAfter } from './bodyRequest';
import { promptRequest } from './promptRequest';
import type { SectionInput } from './sections/section';

const inputOf = (options: Partial<CompositionOptions>, paths: readonly string[] = []): SectionInput => ({
  attachment: (name) => ({ kind: 'gone', name }),
  ...{ options: { ...DEFAULT_OPTIONS, ...options }, paths: paths as readonly RepoPath[] },
  ...{ notIncluded: [], messages: [], attachedTo: () => [], shownInFull: () => [] },
  ...{
    workspaceMessage: '',
    folder: 'app',
    globalInstructions: 'G',
    readUrls: [],
    projectUsesBeads: false,
    mapBefore: {},
  },
  writtenOf: (path: RepoPath) => (path === 'b.ts' ? 'endpoint 1' : undefined),
});
const textsOf = (options: Partial<CompositionOptions>, paths?: readonly string[]) =>
  promptRequest(inputOf(options, paths)).sources.map((source) =>
    typeof source === 'string' ? source : JSON.stringify(source),
  );

describe('the system prompt', () => {
  it('has the global text, the text of the persona, and the fragments in order of first registration', () => {
    let fragments: readonly Fragment[] = withFragment([], 'file_manager', 'F');
    fragments = withFragment(fragments, 'participants', 'P');
    const options = { systemPrompt: 'A', fragments };
    expect(composeMessage(textsOf(options))).toBe('G\nA\nF\nP');
    expect(renderTextSection('## Instructions', textsOf(options))).toBe(
      '## Instructions\n\nG\n\nA\n\nF\n\nP',
    );
    const without = { ...options, fragments: withFragment(fragments, 'file_manager', '') };
    expect(composeMessage(textsOf(without))).toBe('G\nA\nP');
  });

  it('has the parts that are switched on', () => {
    const options = {
      ...{ instructions: 'I', systemPrompt: 'A', participants: [{ id: 'ada', name: 'Ada' }] },
      fragments: [
        { name: 'x', text: 'X', isOff: true },
        { name: 'y', text: 'Y', isOff: false },
      ],
    };
    expect(composeMessage(textsOf(options))).toBe('G\nI\nA\nParticipants:\nada: Ada\nY');
    const off = new Set(['global', 'persona', 'participants', 'workspace'] as const);
    const named = composeMessage(textsOf({ ...options, promptOff: off }, ['AGENTS.md', 'a.ts']));
    expect(named).toMatch(/^I\nFollow .*\n\n- `AGENTS.md`\nY$/);
  });

  it('asks for the files of the document when they are to be listed', () => {
    const on = { promptOff: new Set<never>() };
    const input = { ...inputOf(on, ['a.ts', 'b.ts', 'c.ts']), notIncluded: ['c.ts' as RepoPath] };
    const { sources } = promptRequest(input);
    expect(sources).toContainEqual({
      name: 'app',
      files: [{ path: 'a.ts' }, { path: 'b.ts', written: 'endpoint 1' }],
    });
  });

  it('is requested again when a text changes, or what the files contain', () => {
    const listing = { promptOff: new Set<never>() };
    const request = promptRequest(inputOf(listing, ['a.ts']));
    expect(isSameRequest(request, promptRequest(inputOf(listing, ['a.ts'])))).toBe(true);
    expect(isSameRequest(request, promptRequest(inputOf(listing, ['b.ts'])))).toBe(false);
    expect(isSameRequest(request, promptRequest(inputOf({ ...listing, task: 'x' }, ['a.ts'])))).toBe(true);
    expect(isSameRequest(request, promptRequest(inputOf({ ...listing, systemPrompt: 'x' }, ['a.ts'])))).toBe(
      false,
    );
    expect(isStaleAfter(request, 'read')).toBe(true);
    expect(isStaleAfter(promptRequest(inputOf({}, ['a.ts'])), 'read')).toBe(false);
  });
});

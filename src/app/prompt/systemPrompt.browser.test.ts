import { expect, test } from 'vitest';
import type { PromptRequest } from '../../core/document/bodyRequest';
import { engineWith, idle, indexedText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';

/** A workspace whose engine renders each text source as it is, and counts characters. */
async function open(files: readonly string[]) {
  const rendered: string[] = [];
  const { engine, tell } = engineWith({
    renderText: (request) => {
      const { sources } = request as PromptRequest; // The test asks for nothing else.
      const text = sources.map((source) => (typeof source === 'string' ? source : 'list')).join('|');
      rendered.push(text);
      return Promise.resolve(text);
    },
    countTexts: (texts) => Promise.resolve(texts.map(({ length }) => length)),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const entries = files.map((file, id) => ({ id, path: path(file), kind: 'file' as const }));
  tell({ kind: 'entries', entries });
  tell({ kind: 'indexed', files: entries.map(({ id }) => indexedText(id, `hash ${id}`)) });
  tell(idle);
  return { workspace, prompt: workspace.prompt, rendered };
}

test('a part is rendered when it is asked for, and once for several changes', async () => {
  const { workspace, prompt, rendered } = await open(['a.ts']);
  expect(rendered).toEqual([]);
  workspace.set('instructions', 'one');
  workspace.set('instructions', 'three');
  expect(prompt.counted('folder')).toBeUndefined();
  prompt.counted('folder');
  await expect.poll(() => prompt.counted('folder')).toEqual({ text: 'three', tokens: 5 });
  expect(rendered.filter((text) => text !== '')).toEqual(['three']);
  workspace.set('instructions', 'four');
  expect(prompt.counted('folder')?.text).toBe('three');
  await expect.poll(() => prompt.counted('folder')?.text).toBe('four');
  // Summaries of all files would have to be made for it.
  expect(prompt.counted('workspace')).toBeUndefined();
  expect(rendered).not.toContain('list');
  workspace.dispose().catch(() => undefined);
});

test('the switch for instruction files ticks them, and unticks only those that it ticked', async () => {
  const { workspace, prompt } = await open(['AGENTS.md', 'src/CLAUDE.md', 'src/a.ts', 'lib/CLAUDE.md']);
  workspace.choices.tick([path('src/a.ts'), path('src/CLAUDE.md')], true, 'Select');
  expect(prompt.instructionFiles).toEqual([
    { path: 'src/CLAUDE.md', ticked: true },
    { path: 'AGENTS.md', ticked: false },
  ]);
  prompt.switchPart('instructions', true, 'Instruction files');
  expect(prompt.instructionFiles.every(({ ticked }) => ticked)).toBe(true);
  expect(workspace.composition.undoName).toBe('Include instruction files');
  prompt.switchPart('instructions', false, 'Instruction files');
  expect(workspace.composition.paths).toEqual(['src/CLAUDE.md', 'src/a.ts']);
  workspace.composition.undo();
  workspace.composition.undo();
  expect(prompt.isOn('instructions')).toBe(false);
  expect(workspace.composition.paths).toEqual(['src/CLAUDE.md', 'src/a.ts']);
  workspace.dispose().catch(() => undefined);
});

test('the switch for instruction files leaves alone what the user has selected by hand since', async () => {
  const { workspace, prompt } = await open(['AGENTS.md', 'src/CLAUDE.md', 'src/a.ts']);
  workspace.choices.tick([path('src/a.ts')], true, 'Select');
  prompt.switchPart('instructions', true, 'Instruction files');
  workspace.choices.tick([path('AGENTS.md')], false, 'Deselect');
  workspace.choices.tick([path('AGENTS.md')], true, 'Select');
  prompt.switchPart('instructions', false, 'Instruction files');
  expect(workspace.composition.paths).toEqual(['AGENTS.md', 'src/a.ts']);
  for (let steps = 0; steps < 3; steps += 1) workspace.composition.undo();
  prompt.switchPart('instructions', false, 'Instruction files');
  expect(workspace.composition.paths).toEqual(['src/a.ts']);
  workspace.dispose().catch(() => undefined);
});

test('own texts have unique names, and typing is one undo step', async () => {
  const { workspace, prompt } = await open([]);
  expect([prompt.add('Text'), prompt.add('Text')]).toEqual(['Text', 'Text 2']);
  expect(prompt.rename('Text 2', 'Text')).toBe('belongs to another text');
  expect(prompt.rename('Text 2', ' ')).toBe('is empty');
  expect(prompt.rename('Text 2', '__proto__')).toBeUndefined();
  for (const text of ['a', 'ab', 'abc']) prompt.edit('__proto__', text);
  prompt.switchFragment('__proto__', false);
  expect(prompt.fragments.at(-1)).toEqual({ name: '__proto__', text: 'abc', isOff: true });
  expect(await prompt.measured()).toEqual([{ name: '__proto__', on: false, tokens: 3 }]);
  workspace.composition.undo();
  workspace.composition.undo();
  expect(prompt.fragments.at(-1)?.text).toBe('');
  workspace.dispose().catch(() => undefined);
});

test('names that speak in the discussion are offered as participants once', async () => {
  const { workspace, prompt } = await open([]);
  const messages = ['user', 'Grace', 'AI', 'Grace', 'Ada'].map((role) => ({ role, content: 'x' }));
  workspace.conversation.discussions.create(messages);
  expect(prompt.newParticipants).toEqual(['Grace', 'Ada']);
  prompt.setParticipants([{ id: 'Grace', name: '' }]);
  expect(prompt.newParticipants).toEqual(['Ada']);
  workspace.dispose().catch(() => undefined);
});

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { computeChatCompletionTokenCount } from 'gpt-tokenizer/functionCalling';
import { drive } from '../drive/drive';
import { longestTask, resetLongTasks } from '../drive/longTasks';
import { rendererMemory } from '../drive/rendererMemory';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

test('opens, ticks in order, copies and reports', async () => {
  await using repository = await makeRepository({
    '.gitignore': '*.log\n',
    'debug.log': 'noise\n',
    'src/main.ts': 'export const answer = 42;\n',
    'src/main.test.ts': "import './main';\n",
    'notes.md': '# Notes\n',
  });
  const { copied, report, unmatched } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [
      { kind: 'tick', glob: 'src/**' },
      { kind: 'untick', glob: '**/*.test.ts' },
      { kind: 'tick', glob: '*.cobol' },
    ],
    out: 'unused',
  });
  expect(report.errors).toEqual([]);
  expect(report.files.map(({ path }) => path).sort()).toEqual([
    '.gitignore',
    'notes.md',
    'src/main.test.ts',
    'src/main.ts',
  ]);
  expect(report.files.filter(({ ticked }) => ticked).map(({ path }) => path)).toEqual(['src/main.ts']);
  expect(report.ignored).toEqual([{ path: 'debug.log', rule: '*.log', file: '.gitignore', line: 1 }]);
  expect(copied).toContain('export const answer = 42;\n');
  expect(copied).not.toContain('Notes');
  expect(report.document.bytes).toBe(Buffer.byteLength(copied ?? ''));
  expect(report.document.blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(report.document.tokens);
  expect(unmatched).toEqual(['*.cobol']);
});

test('imports a conversation and a system prompt, asks the next question, and adds the answer', async () => {
  const history = {
    mapping: { a: { parent: null, message: { author: { role: 'user' }, content: { parts: ['Why?'] } } } },
  };
  await using repository = await makeRepository({
    ...{ 'a.txt': 'a\n', 'chat.json': JSON.stringify([history]) },
    ...{ 'ask.md': 'And then?\n', 'said.md': 'Then **that**.\n' },
    'prompt.md': 'Be "exact".\n\n1. Read.\n',
  });
  const { copied, report } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [{ kind: 'tick', glob: 'a.txt' }],
    history: join(repository.path, 'chat.json'),
    system: join(repository.path, 'prompt.md'),
    prompt: join(repository.path, 'ask.md'),
    answer: join(repository.path, 'said.md'),
    out: 'unused',
  });
  expect(copied).toMatch(/^## Instructions\n\nBe "exact"\.\n\n1\. Read\.\n\n---\n\n## Files\n/);
  expect(report.prompt).toEqual([{ name: 'persona', on: true, tokens: report.prompt[0]?.tokens }]);
  expect(report.prompt[0]?.tokens).toBeGreaterThan(5);
  expect(copied).toMatch(
    /\n\n---\n\n## Discussion History\n\n### Discussion Excerpt 1\n\nUser: Why\?\n\n---\n\n## Task\n\nAnd then\?\n$/,
  );
  expect(report.discussion).toMatchObject({
    ...{ title: 'Why?', included: true },
    messages: [
      { role: 'User', content: 'Why?' },
      { role: 'User', content: 'And then?\n' },
      { role: 'AI', content: 'Then **that**.\n' },
    ],
  });
  expect(report.exchanges).toEqual([
    { state: 'committed', prompts: ['And then?\n'], answer: 'Then **that**.\n' },
  ]);
  const hash = createHash('sha256')
    .update(copied ?? '')
    .digest('hex');
  expect(report.document.hash).toBe(hash);
  expect(report.turns).toMatchObject([{ hash, by: 'copy', part: 'whole', files: 1, task: 'And then?' }]);
  expect(report.document.blocks.map(({ section }) => section)).toEqual([
    'instructions',
    'files',
    'discussion',
    'task',
  ]);
  const copiedAt = report.files.find(({ path }) => path === 'a.txt')?.injectedAt ?? '';
  expect(Math.abs(Date.now() - Date.parse(copiedAt))).toBeLessThan(60_000);
  expect(report.errors).toEqual([]);
});

test('reports the likely files that are not selected', async () => {
  await using repository = await makeRepository({
    ...{
      'ask.md': 'maskPassword must mask the first letter of a password, too\n',
      '.env': 'PASSWORD=login\n',
    },
    'src/login/maskPassword.ts': `/** Masks a password, all but its first letter. */
export function maskPassword(password: string) {
  const [first] = password;
  return first + '*'.repeat(password.length - 1);
}
`,
    'src/login/form.ts': "import { maskPassword } from './maskPassword';\nmaskPassword('x');\n",
    'src/chart.ts': 'export const chart = 1;\n',
  });
  const prompt = join(repository.path, 'ask.md');
  const command = { folder: repository.path, layout: 'sections', suggest: 2 };
  const { report } = await drive({
    ...{ ...command, prompt, ticks: [{ kind: 'tick', glob: 'ask.md' }] },
  });
  const [first, second, ...others] = report.suggested ?? [];
  expect(first?.path).toBe('src/login/maskPassword.ts');
  expect(first?.reasons.join()).toMatch(/mask|password/);
  expect(second?.path).toBe('src/login/form.ts');
  expect(first?.score).toBeGreaterThan(second?.score ?? Infinity);
  expect(others).toEqual([]);
  expect(report.errors).toEqual([]);
  await expect(drive({ ...command, ticks: [] })).rejects.toThrow('there is no task to suggest files for');
});

test('takes turns, runs a command between them, and copies only what has changed', async () => {
  await using repository = await makeRepository({ 'src/a.ts': 'export const a = 1;\n' });
  const ticks = [{ kind: 'tick', glob: 'src/**' }] as const;
  const command = { folder: repository.path, layout: 'stable', cacheTarget: 500, ticks };
  const between = 'echo "export const b = $TURN;" > src/b$TURN.ts';
  const { copied, turns, report } = await drive({
    ...command,
    turns: { count: 3, between, changesOnly: true },
  });
  expect(turns).toHaveLength(3);
  expect(turns[0]).toMatch(/^## Files\n\n### `src\/a\.ts`/);
  expect(turns[1]).toMatch(/^## Update\n.*- `src\/b2\.ts`: added\n.*export const b = 2;/s);
  expect(turns[2]).toMatch(/^## Update\n.*- `src\/b3\.ts`: added\n.*export const b = 3;/s);
  expect(turns[2]).not.toContain('b2');
  expect(copied).toBe(turns[2]);
  expect(report.turns.map(({ part }) => part)).toEqual(['changes', 'changes', 'whole']);
  expect(report.layers).toMatchObject([
    { turn: 1, layout: 'stable', target: 500, items: [{ key: 'src/a.ts' }], order: ['file:src/a.ts'] },
    { turn: 2, unchanged: { blocks: 1, first: 'file:src/b2.ts' } },
    { turn: 3, unchanged: { blocks: 2, first: 'file:src/b3.ts' } },
  ]);
  expect(report.errors).toEqual([]);
  const failing = drive({ ...command, turns: { count: 2, between: 'exit 3', changesOnly: false } });
  await expect(failing).rejects.toThrow('--between failed before turn 2: exit 3');
});

test('selects the files that a file uses, and writes all links', async () => {
  await using repository = await makeRepository({
    'src/main.ts': "import { log } from './log';\n\nlog();\n",
    'src/log.ts': "import { mask } from './mask';\n\nexport const log = () => mask('x');\n",
    'src/mask.ts': 'export const mask = (text: string) => text;\n',
  });
  const needs = { paths: ['src/main.ts'], steps: 2 };
  const command = { folder: repository.path, layout: 'sections', ticks: [] };
  const { report, edges, copied } = await drive({ ...command, needs, edges: 'unused' });
  expect(report.needed).toEqual([{ path: 'src/main.ts', steps: 2, files: ['src/log.ts', 'src/mask.ts'] }]);
  expect(edges).toEqual([
    { from: 'src/log.ts', to: ['src/mask.ts'] },
    { from: 'src/main.ts', to: ['src/log.ts'] },
  ]);
  expect(copied).toContain('### `src/mask.ts`');
  expect(copied).not.toContain('### `src/main.ts`');
  const gone = { ...command, needs: { paths: ['gone.ts'], steps: 1 } };
  await expect(drive(gone)).rejects.toThrow('there is no file gone.ts');
});

test('compresses a conversation, and counts its tokens like a chat', async () => {
  const history = Array.from({ length: 81 }, (_, at) =>
    at % 2 === 0
      ? { role: at === 80 ? 'Ann' : 'user', content: `Question ${at} with <|endoftext|>?` }
      : { role: 'assistant', content: `We decided on answer ${at}.` },
  );
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'chat.json': JSON.stringify(history) });
  const { copied, report } = await drive({
    ...{ folder: repository.path, layout: 'sections', ticks: [{ kind: 'tick', glob: 'a.txt' }] },
    ...{ history: join(repository.path, 'chat.json'), compress: true, out: 'unused' },
  });
  expect(report.errors).toEqual([]);
  const { messages = [], checkpoint, tokens } = report.discussion ?? {};
  expect(messages).toHaveLength(81);
  expect(checkpoint).toMatchObject({ covers: messages.slice(0, 60).map(({ id }) => id), stale: false });
  expect(checkpoint?.summary).toContain('- We decided on answer 59.');
  const [first] = /(?<=\n\nUser: )This conversation continues[^]*?(?=\n\n---\n)/.exec(copied ?? '') ?? [];
  expect(first).toContain(checkpoint?.summary);
  const chat = [
    { role: 'user', content: first },
    ...history
      .slice(60)
      .map(({ role, content }) =>
        role === 'Ann' ? { role: 'user', name: role, content } : { role, content },
      ),
  ];
  const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
  const total = computeChatCompletionTokenCount({ messages: chat } as never, count);
  expect(tokens).toEqual({
    ...{ texts: total - 3 * 22 - 3, messages: 3 * 22, reply: 3, total },
    model: { id: 'gpt-5', tokens: total, exact: true, factor: 1 },
  });
});

test('applies a preset as an import would, reports slices and notes, and writes one', async () => {
  await using repository = await makeRepository({
    'src/a.ts': 'export function a() {\n  return 1;\n}\n',
    'src/b.ts': 'one\ntwo\nthree\nfour\nfive\n',
    '.env': 'TOKEN=1\n',
  });
  await using given = await makeRepository({
    'review.toml': [
      'schema_version = 1',
      '[context_presets.review]',
      'description = "What to look at"',
      'files = ["src/a.ts", ".env", "gone.ts", "../outside.ts", { path = "src/b.ts", view_mode = "custom", custom_slices = [{ start_line = 2, end_line = 3, tag = "core" }] }]',
      '[context_presets.review.settings]',
      'instructions = "Be brief."',
      'mood = "good"',
      '[context_presets.second]',
      'files = []',
      '',
    ].join('\n'),
    'mender.json': JSON.stringify({
      personas: { mender: { agent_tier: 3, system_prompt: 'Mend it.' } },
    }),
    'bad.toml': '[context_presets.x]\nfiles = 7\n',
  });
  const file = (name: string) => join(given.path, name);
  const common = { folder: repository.path, layout: 'sections', ticks: [] };
  const { copied, report, preset } = await drive({
    ...common,
    ...{
      preset: file('review.toml'),
      persona: file('mender.json'),
      exportPreset: 'again.JSON',
      out: 'unused',
    },
  });
  expect(report.errors).toEqual([]);
  const ticked = report.files.filter((each) => each.ticked).map(({ path }) => path);
  expect(ticked.sort()).toEqual(['src/a.ts', 'src/b.ts']);
  expect(report.slices).toEqual([{ path: 'src/b.ts', startLine: 2, endLine: 3, state: 'stale' }]);
  expect(report.warnings.join()).toContain('src/b.ts');
  expect(report.warnings).toContain('gone.ts: in preset review, but not in this folder');
  expect(report.warnings).toContain(
    '.env: in preset review, but not selected because it may contain secrets or is very large',
  );
  expect(report.imports[0]?.ignored).toContain('“second” is ignored; only “review” is applied');
  expect(report.imports.map((each) => each.file)).toEqual(['review.toml', 'mender.json']);
  expect(report.imports[0]?.refused.join()).toContain('../outside.ts');
  expect(report.persona).toBe('mender');
  expect(copied).toContain('Be brief.');
  expect(copied).toContain('Mend it.');
  expect(copied).toContain('[Slice: core]\nLines 2-3:\ntwo\nthree\n');
  const exported = JSON.parse(preset ?? '') as { context_presets: Record<string, { files: unknown[] }> };
  expect(exported.context_presets['again']?.files).toHaveLength(2);
  await expect(drive({ ...common, preset: file('bad.toml') })).rejects.toThrow(
    /^bad\.toml: context_presets\.x\.files: .*$/,
  );
});

test('says why nothing could be copied', async () => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  const run = drive({ folder: repository.path, layout: 'sections', ticks: [], out: 'unused' });
  await expect(run).rejects.toThrow('Copy is not possible');
});

test('measures long tasks and memory', async ({ app }) => {
  await resetLongTasks(app.page);
  await app.page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
  });
  await expect.poll(() => longestTask(app.page)).toBeGreaterThanOrEqual(115);
  await resetLongTasks(app.page);
  expect(await longestTask(app.page)).toBe(0);
  test.skip(process.platform !== 'linux', 'only Linux tells');
  expect(await rendererMemory(app.profile)).toBeGreaterThan(10 * 1024 * 1024);
});

test.describe('fits the document to a budget', () => {
  const FILES = {
    'src/retry.ts': 'export function retryRequest() {\n  return send();\n}\n',
    'src/colors.ts': Array.from({ length: 300 }, (_, at) => `export const color${at} = ${at};\n`).join(''),
    'docs/notes.md': '# Notes\n\nNothing of interest.\n',
    'ask.md': '`retryRequest` must wait.\n',
  };

  for (const tokens of [0, 40])
    test(`of ${tokens} tokens`, async () => {
      await using repository = await makeRepository(FILES);
      const { copied, report } = await drive({
        ...{ folder: repository.path, layout: 'sections', ticks: [], out: 'unused' },
        ...{ prompt: join(repository.path, 'ask.md'), fit: { tokens, focused: true, scope: 'folder' } },
      });
      expect(report.errors).toEqual([]);
      const { fitted } = report;
      expect(fitted?.tokens).toBe(report.document.tokens);
      expect(fitted?.tokens).toBe(countTokens(copied ?? ''));
      expect(fitted?.tokens).toBeLessThanOrEqual(tokens + (fitted?.excess ?? 0));
      expect(fitted?.excess === 0).toBe(tokens > 0);
      expect(fitted?.rows[0]?.path).toBe(tokens > 0 ? 'src/retry.ts' : undefined);
    });

  test('of the selected files', async () => {
    await using repository = await makeRepository(FILES);
    const { report } = await drive({
      ...{ folder: repository.path, layout: 'sections', ticks: [{ kind: 'tick', glob: 'src/*' }] },
      fit: { tokens: 200, focused: false, scope: 'selected' },
    });
    expect(report.fitted?.rows.map(({ path, change }) => [path, change])).toEqual([
      ['src/colors.ts', 'out'],
      ['src/retry.ts', 'same'],
    ]);
    expect(report.document.tokens).toBe(report.fitted?.tokens);
  });
});

test('accepts the edits of a reply, writes them to a copy of the folder, and makes a patch', async () => {
  await using repository = await makeRepository({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' });
  const reply = join(repository.path, '..', 'said.md');
  const written = join(repository.path, '..', 'written');
  await writeFile(
    reply,
    'a.txt\n```\n<<<<<<< SEARCH\ntwo\n=======\nzwei\n>>>>>>> REPLACE\n```\n\n<<<<<<< SEARCH\nhalf\n',
  );
  const { patch, report } = await drive({
    folder: repository.path,
    ticks: [{ kind: 'tick', glob: 'a.txt' }],
    settings: [{ key: 'task', text: 'Translate.' }],
    reply: { file: reply, accepted: 'sure', written, patchOut: 'unused' },
  });
  expect(report.reply).toEqual({
    hunks: [{ path: 'a.txt', kind: 'change', state: 'placed', place: 2, reason: 'base', accepted: true }],
    unplaced: [],
    notUnderstood: [{ text: '<<<<<<< SEARCH', reason: 'Its end is missing, so it may not be complete.' }],
  });
  expect(await readFile(join(written, 'a.txt'), 'utf8')).toBe('one\nzwei\n');
  expect(await readFile(join(repository.path, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(patch?.toString()).toContain('-two\n+zwei\n');
});

import { expect, it } from 'vitest';
import { blocksInMemory } from '../../tests/blocksInMemory';
import { compute, fileOf, openWith, poolHere } from '../../tests/engineInTests';
import { full, planned } from '../../tests/planned';
import { KEY, PASSWORD, valuesIn } from '../../tests/secretsInTests';
import { fileBlock, keyOfSource, textBlock } from '../../src/core/document/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { EngineApi } from './contract';
import type { AssembledDocument, FoundSecret, SecretDecisions } from './documentContract';
import { readerOfFiles } from './folders/memoryFolder';

const SALT = '5a'.repeat(32);
const NOTHING_DECIDED: SecretDecisions = {
  ...{ salt: SALT, masked: new Map(), allowed: new Set(), masksAll: false, isOff: false },
};

const FILES = {
  'src/a.ts': `const key = '${KEY}';\nconst password = '${PASSWORD}';\n`,
  'src/b.ts': `pay('${KEY}');\n`,
  'src/c.ts': 'export const c = 1;\n',
};
const PLAN = planned([...Object.keys(FILES).map(full), textBlock('task')]);

async function opened(contents: Readonly<Record<string, string>> = FILES) {
  const store = blocksInMemory();
  const reader = readerOfFiles(Object.entries(contents).map(([path, text]) => [path, fileOf(text)]));
  const { engine } = await openWith(reader, { blockStore: store });
  await engine.setSecrets(NOTHING_DECIDED);
  await engine.setSection('task', {
    ...{ kind: 'markdown', heading: '## Task', texts: [`Why is ${PASSWORD} wrong?`] },
  });
  return { engine, store };
}

async function textOf(document: Pick<AssembledDocument, 'blob'>): Promise<string> {
  return document.blob.text();
}

function keptOf({ blocks }: AssembledDocument) {
  return blocks.map(({ lead, hash, source }) => ({ lead, hash, key: keyOfSource(source) }));
}

function decide(engine: EngineApi, found: readonly FoundSecret[], changes: Partial<SecretDecisions> = {}) {
  const masked = new Map(found.map(({ fingerprint, mask = '' }) => [fingerprint, mask]));
  return engine.setSecrets({ ...NOTHING_DECIDED, masked, ...changes });
}

it('are searched in the background only after a document that is being assembled', async () => {
  const events: string[] = [];
  let gate: Promise<unknown> = Promise.resolve();
  const files = Object.entries(FILES).map(([path, text]) => {
    const file = fileOf(text);
    const read = async (): Promise<ArrayBuffer> => {
      events.push('read');
      await gate;
      return file.read();
    };
    return [path, { ...file, read }] as const;
  });
  const { engine } = await openWith(readerOfFiles(files));
  await engine.setSecrets(NOTHING_DECIDED);
  let open: () => void = () => undefined;
  gate = new Promise<void>((resolve) => (open = resolve));
  events.length = 0;
  const plan = planned(Object.keys(FILES).map(full));
  const assembled = engine.assemble(plan).then(() => events.push('assembled'));
  const searched = engine.findSecrets(plan.slice(0, 1));
  await expect.poll(() => events.length).toBe(3);
  open();
  await Promise.all([assembled, searched]);
  expect(events).toEqual(['read', 'read', 'read', 'assembled', 'read']);
});

it('hold the document back until the user has decided about them', async () => {
  const { engine, store } = await opened();
  const held = await engine.assemble(PLAN);
  expect(held).toMatchObject({ tokens: 0, bytes: 0, blocks: [] });
  expect(held.blob.size).toBe(0);
  expect(held.secrets.map(({ path, kind, fileLine, decision }) => [path, kind, fileLine, decision])).toEqual([
    ['src/a.ts', 'stripe-key', 1, 'open'],
    ['src/a.ts', 'password', 2, 'open'],
    ['src/b.ts', 'stripe-key', 1, 'open'],
  ]);
  await engine.workDone();
  expect(store.bodies.size).toBe(0);
  const told = JSON.stringify(held);
  expect(valuesIn(told)).toEqual([]);
});

it('are masked with the same number in all blocks and texts, and the document is counted exactly', async () => {
  const { engine, store } = await opened();
  const held = await engine.assemble(PLAN);
  await decide(engine, held.secrets);
  const document = await engine.assemble(PLAN);
  const text = await textOf(document);
  expect(text).toContain("const key = '[[secret:stripe-key#1]]';\nconst password = '[[secret:password#1]]';");
  expect(text).toContain("pay('[[secret:stripe-key#1]]');");
  expect(text).toContain('Why is [[secret:password#1]] wrong?');
  expect(document.tokens).toBe(await compute.countTokens('o200k_base', text));
  expect(document.bytes).toBe(document.blob.size);
  expect(document.secrets.map(({ decision, mask }) => [decision, mask])).toEqual([
    ['masked', '[[secret:stripe-key#1]]'],
    ['masked', '[[secret:password#1]]'],
    ['masked', '[[secret:stripe-key#1]]'],
  ]);
  await engine.workDone();
  const stored = Array.from(store.bodies.values(), (body) => new TextDecoder().decode(body)).join('');
  expect(valuesIn(stored)).toEqual([]);
  expect(await (await engine.assembleKept(keptOf(document)))?.blob.text()).toBe(text);
});

it('keep their masks in a later visit, and new ones get other numbers', async () => {
  const first = await opened();
  await decide(first.engine, (await first.engine.assemble(PLAN)).secrets);
  const { secrets } = await first.engine.assemble(PLAN);
  const other = KEY.replace('q8Wv', 'Zw4K');
  const later = await opened({
    ...FILES,
    'src/c.ts': `const first = '${other}';\n`,
    'src/0.ts': `go('${other}')\n`,
  });
  await decide(later.engine, secrets, { masksAll: true });
  const text = await textOf(await later.engine.assemble([full('src/0.ts'), ...PLAN]));
  expect(text).toContain("go('[[secret:stripe-key#2]]')");
  expect(text).toContain("pay('[[secret:stripe-key#1]]');");
});

it('that are allowed are handed over, but not stored', async () => {
  const { engine, store } = await opened();
  const { secrets } = await engine.assemble(PLAN);
  const allowed = new Set(secrets.map(({ fingerprint }) => fingerprint));
  await engine.setSecrets({ ...NOTHING_DECIDED, allowed });
  const document = await engine.assemble(PLAN);
  const text = await textOf(document);
  expect(text).toContain(FILES['src/a.ts']);
  expect(document.secrets.map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'allowed']);
  await engine.workDone();
  const stored = Array.from(store.bodies.values(), (body) => new TextDecoder().decode(body)).join('');
  expect(stored).toContain('export const c');
  expect(valuesIn(stored)).not.toContain(KEY);
  // The bodies are still in memory for everything that is made from them.
  const split = await engine.splitKept(
    document.blocks.map(({ lead, hash }, at) => ({ key: String(at), title: '', lead, hash })),
    { limit: 100_000, unit: 'characters', before: '', after: '' },
  );
  expect(JSON.stringify(split)).toContain(KEY);
});

it('are found in the text where they stand, not in a view that leaves them out', async () => {
  const { engine } = await opened({
    'src/a.ts': `export function connect(): void {\n  login('${KEY}');\n}\nexport const token = '${KEY}';\n`,
  });
  const outline = fileBlock('src/a.ts' as RepoPath, { mode: 'outline' });
  expect((await engine.assemble(planned([outline]))).secrets).toEqual([]);
  const skeleton = fileBlock('src/a.ts' as RepoPath, { mode: 'skeleton', keep: 'all' });
  const { secrets } = await engine.assemble(planned([skeleton]));
  expect(secrets.map(({ line }) => line).length).toBeLessThanOrEqual(1);
});

it('in tests, and keys that are public by design, stop nothing', async () => {
  const { engine } = await opened({ 'tests/a.test.ts': FILES['src/b.ts'] });
  const plan = planned([full('tests/a.test.ts')]);
  const { secrets, blob } = await engine.assemble(plan);
  expect(secrets).toMatchObject([{ decision: 'info', kind: 'stripe-key' }]);
  expect(await blob.text()).toContain(KEY);
  // Not if the user has masked the same value elsewhere.
  await decide(engine, secrets);
  expect(await textOf(await engine.assemble(plan))).not.toContain(KEY);
});

it('hold nothing back when the user has switched that off, but are still not stored', async () => {
  const { engine, store } = await opened();
  await engine.setSecrets({ ...NOTHING_DECIDED, isOff: true });
  const document = await engine.assemble(PLAN);
  expect(document.secrets.map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'allowed']);
  expect(await textOf(document)).toContain(KEY);
  await engine.workDone();
  const stored = Array.from(store.bodies.values(), (body) => new TextDecoder().decode(body)).join('');
  expect(valuesIn(stored)).not.toContain(KEY);
});

it('hold a document back if the search fails, until the user lets it go', async () => {
  const failing = {
    ...compute,
    render: async (...given: Parameters<typeof compute.render>) => {
      const rendered = await compute.render(...given);
      return {
        ...rendered,
        files: rendered.files.map((file) => ({ ...file, secrets: { unscanned: 'it broke' } })),
      };
    },
    findSecrets: () => Promise.reject(new Error('the worker died')),
  };
  const reader = readerOfFiles([['a.ts', fileOf('a\n')]]);
  const { engine } = await openWith(reader, { createPool: () => poolHere(failing) });
  await engine.setSecrets(NOTHING_DECIDED);
  await engine.setSection('task', { kind: 'markdown', heading: '## Task', texts: ['Why?'] });
  const plan = planned([full('a.ts'), textBlock('task')]);
  const { secrets, blob } = await engine.assemble(plan);
  expect(blob.size).toBe(0);
  expect(secrets).toMatchObject([
    { kind: 'unscanned', decision: 'open', path: 'a.ts', ends: 'it broke' },
    { kind: 'unscanned', decision: 'open', key: 'section:task', ends: 'Error: the worker died' },
  ]);
  const allowed = new Set(secrets.map(({ fingerprint }) => fingerprint));
  await engine.setSecrets({ ...NOTHING_DECIDED, allowed });
  expect(await textOf(await engine.assemble(plan))).toContain('Why?');
});

it('are counted as masked in a measure of what has changed', async () => {
  const { engine } = await opened();
  const wanted = {
    ...{ base: [], diffs: 'auto' as const },
    present: planned([full('src/b.ts')]).map(({ key, source }) => ({
      ...{ key, source, state: '', lead: '## Files', mode: 'full', hash: undefined },
    })),
  };
  const measured = await engine.assembleUpdate(wanted, false);
  expect(await measured.blob.text()).toContain('[[secret:stripe-key#1]]');
});

it('are masked in other texts that leave, with the masks that they have in the document', async () => {
  const { engine } = await opened();
  const held = await engine.assemble(PLAN);
  const texts = [
    { key: 'message', text: `I used ${KEY}.` },
    { key: 'other', text: 'Nothing here.' },
  ];
  const asked = await engine.maskTexts(texts, false);
  expect(asked).toMatchObject({ texts: [], secrets: [{ key: 'message', decision: 'open' }] });
  await decide(engine, held.secrets);
  await engine.assemble(PLAN);
  const { texts: masked } = await engine.maskTexts(texts, false);
  expect(masked).toEqual(['I used [[secret:stripe-key#1]].', 'Nothing here.']);
});

it('are masked wherever the value stands, also in names and in files where nothing tells what it is', async () => {
  const contents = {
    'src/a.ts': `const password = '${PASSWORD}';\n`,
    'src/b.ts': `login('bob', '${PASSWORD}');\n`,
    [`img/${PASSWORD}.png`]: '\u0000\u0001',
    [`none-${PASSWORD}.txt`]: 'x\n',
  };
  const { engine } = await opened(contents);
  const excluded = fileBlock(`none-${PASSWORD}.txt` as RepoPath, { mode: 'none' });
  const plan = planned([...Object.keys(contents).slice(0, 3).map(full), excluded]);
  await decide(engine, (await engine.assemble(plan)).secrets);
  const document = await engine.assemble(plan);
  const text = await textOf(document);
  expect(text.split('[[secret:password#1]]')).toHaveLength(5);
  expect(valuesIn(text)).toEqual([]);
  expect(document.tokens).toBe(await compute.countTokens('o200k_base', text));
});

it('in the name of a file without a text hold the document back', async () => {
  const name = `img/${KEY}.png`;
  const { engine } = await opened({ [name]: '\u0000\u0001' });
  const { secrets } = await engine.assemble(planned([full(name)]));
  expect(secrets).toMatchObject([{ kind: 'stripe-key', decision: 'open' }]);
});

it('get no mask that a file already contains', async () => {
  const { engine } = await opened({
    'src/b.ts': `pay('${KEY}');\n`,
    'z.md': 'We call it [[secret:stripe-key#1]].\n',
  });
  await engine.setSecrets({ ...NOTHING_DECIDED, masksAll: true });
  const text = await textOf(await engine.assemble(planned([full('src/b.ts'), full('z.md')])));
  expect(text).toContain("pay('[[secret:stripe-key#2]]');");
});

it('are masked in changes, also in earlier texts and in names', async () => {
  const { engine } = await opened({ 'tests/a.test.ts': FILES['src/b.ts'] });
  const plan = planned([full('tests/a.test.ts')]);
  const before = await engine.assemble(plan); // It stops nothing, so it is kept as it is.
  await decide(engine, before.secrets);
  const now = await engine.assemble(plan);
  const [base] = before.blocks;
  const wanted = {
    base: [{ key: 'file:tests/a.test.ts', hash: base?.hash ?? '', mode: 'full', state: '' }],
    diffs: 'auto' as const,
    present: plan.map(({ key, source }, at) => ({
      ...{ key, source, state: 'x', lead: '## Files', mode: 'full', hash: now.blocks[at]?.hash },
    })),
  };
  const update = await engine.assembleUpdate(wanted, true);
  const text = await update.blob.text();
  expect(text).toContain('[[secret:stripe-key#1]]');
  expect(valuesIn(text)).toEqual([]);
  expect(update.tokens).toBe(await compute.countTokens('o200k_base', text));
});

it('are masked in an earlier document that is copied again', async () => {
  const { engine } = await opened({ 'tests/a.test.ts': FILES['src/b.ts'] });
  const before = await engine.assemble(planned([full('tests/a.test.ts')]));
  await engine.workDone();
  await decide(engine, before.secrets);
  const kept = await engine.assembleKept(keptOf(before));
  expect(await kept?.blob.text()).toContain("pay('[[secret:stripe-key#1]]');");
});

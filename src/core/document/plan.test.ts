import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../files/language';
import { normalizeText } from '../files/normalize';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from '../items/fileItem';
import { effectiveView, filesHeading, orderItems, type ViewRules } from '../items/effectiveView';
import { DEFAULT_OPTIONS } from '../settings/compositionOptions';
import type { TokenCounter } from '../tokens/encoding';
import { renderView } from '../views/renderView';
import { fileBlockParts, joinParts, missingMessage, noticeBlock } from '../compose/fileBlock';
import { measureBlock } from '../compose/measureBlock';
import { renderTextSection } from '../compose/textSection';
import { fileBlock, textBlock, type Block } from './block';
import type { Layout } from './layout';
import { bySection } from './layouts/bySection';
import { leadText, measurePlan, partOf, planDocument } from './plan';
import { renderPlan } from '../../../tests/planned';
import type { SectionId } from './sections/registry';

/** A block with its body. */
type Written = Block & { readonly body: string };

const counter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const file = (path: string): Block => fileBlock(pathOf(path), { mode: 'full' });
const written = (block: Block): Written => ({
  ...block,
  body: block.source.kind === 'file' ? `### \`${block.source.path}\`` : `## ${block.section}`,
});
const layout = bySection('## Files');
const bodyOf = ({ body }: Written): string => body;
const render = (blocks: readonly Block[]): string =>
  renderPlan(planDocument(blocks.map(written), layout), bodyOf);

/** Groups files under a heading per folder and puts texts last, to show that a layout is one object. */
const byFolder: Layout = {
  arrange: (blocks) => layout.arrange(blocks.toReversed()).toReversed(),
  headingOf: ({ source }) =>
    source.kind === 'file' ? `## Folder ${JSON.stringify(source.path.replace(/[^/]*$/, ''))}` : '',
  isStatic: layout.isStatic,
};

describe('planDocument', () => {
  it.each([
    ['nothing', [], ''],
    ['a text alone', [textBlock('task')], '## task\n'],
    ['a file alone', [file('a')], '## Files\n\n### `a`\n'],
    [
      'all kinds',
      [textBlock('instructions'), file('a'), file('b'), textBlock('task')],
      '## instructions\n\n---\n\n## Files\n\n### `a`\n\n---\n\n### `b`\n\n---\n\n## task\n',
    ],
  ])('%s', (_, blocks, document) => {
    expect(render(blocks)).toBe(document);
  });

  it('puts sections in their order, and keeps the order of files', () => {
    const ordered = [
      textBlock('instructions'),
      textBlock('fileTree'),
      file('B'),
      file('a.ts'),
      file('a/b'),
      textBlock('task'),
    ];
    const keys = (blocks: readonly Block[]): readonly string[] => blocks.map(({ key }) => key);
    const texts = ordered.filter(({ source }) => source.kind === 'text');
    const files = ordered.filter(({ source }) => source.kind === 'file');
    expect(keys(planDocument([...texts.toReversed(), ...files], layout))).toEqual(keys(ordered));
  });

  it('sets a heading above consecutive blocks that share one, and removes it elsewhere', () => {
    const plan = planDocument([file('a/x'), file('b/x'), file('b/y'), textBlock('task')], byFolder);
    expect(plan.map(({ key, lead }) => [key, lead])).toEqual([
      ['section:task', ''],
      ['file:a/x', '## Folder "a/"'],
      ['file:b/x', '## Folder "b/"'],
      ['file:b/y', ''],
    ]);
    expect(planDocument(plan, layout).map(({ lead }) => lead)).toEqual(['## Files', '', '', '']);
  });
});

describe('partOf', () => {
  const plan = planDocument([textBlock('instructions'), file('a'), textBlock('task')].map(written), layout);
  const whole = renderPlan(plan, bodyOf);

  it('static: a prefix of the whole but for the final line end', () => {
    const part = renderPlan(partOf(plan, 'static', layout), bodyOf);
    expect(whole.startsWith(part.slice(0, -1))).toBe(true);
    expect(part).toContain('### `a`');
  });

  it('rest: everything outside the static part', () => {
    expect(partOf(plan, 'rest', layout).map(({ section }) => section)).toEqual(['task']);
    expect([...partOf(plan, 'static', layout), ...partOf(plan, 'rest', layout)]).toEqual(
      partOf(plan, 'whole', layout),
    );
    expect(whole.endsWith(renderPlan(partOf(plan, 'rest', layout), bodyOf))).toBe(true);
  });
});

describe('measurePlan', () => {
  it('equals the count of the rendered document, in any layout', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r\n',
        ' ',
        '    ',
        '\t',
        '/',
        '//',
        '```',
        '---',
        '#',
        '.',
        ';',
        '(',
        'a',
        '1',
        'Word',
        'é',
        '中',
        '😀',
        '<|endoftext|>',
        "'s",
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(''));
    const name = fc
      .constantFrom('a.ts', 'b/c.py', 'd', 'e.md', 'Makefile', 'f.objc', 'g.zsh-theme')
      .map(pathOf);
    const files = fc.uniqueArray(fc.record({ path: name, text }), {
      selector: (each) => each.path,
      maxLength: 4,
    });
    const layouts = fc.constantFrom(
      byFolder,
      ...(['auto', 'summarize'] as const).map((strategy) =>
        bySection(filesHeading({ ...DEFAULT_OPTIONS, strategy })),
      ),
    );
    const parts = fc.constantFrom('whole', 'static', 'rest');

    fc.assert(
      fc.property(files, text, text, layouts, parts, (sources, instructions, task, chosen, part) => {
        const blocks = [
          ...textSection('instructions', instructions),
          ...sources.map((source) => ({
            ...file(source.path),
            body: joinParts(
              fileBlockParts(source.path, languageOf(source.path).fence, normalizeText(source.text).text),
            ),
          })),
          ...textSection('task', task),
        ];
        const plan = partOf(planDocument(blocks, chosen), part, chosen);
        const totals = measurePlan(plan, {
          body: ({ body }) => measureBlock(body, counter),
          lead: (lead) => counter.count(leadText(lead)),
        });
        expect(totals.tokens).toBe(counter.count(renderPlan(plan, bodyOf)));
        expect(totals.blocks.reduce((sum, tokens) => sum + tokens, 0)).toBe(totals.tokens);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a composition', () => {
  const shown = (item: FileItem, text: string, rules: Partial<ViewRules> = {}): Written[] => {
    const view = effectiveView(item, { ...DEFAULT_OPTIONS, ...rules });
    if (view === undefined) return [];
    return [
      { ...fileBlock(item.path, view), body: joinParts(renderView(view, { path: item.path, text }).parts) },
    ];
  };
  const documentOf = (blocks: readonly Written[], heading = '## Files'): string =>
    renderPlan(planDocument(blocks, bySection(heading)), bodyOf);

  it('has full texts, names of excluded files, and no trace of files that are left out', () => {
    const items = orderItems([
      { ...defaultItem(pathOf('c.ts')), viewMode: 'none' },
      { ...defaultItem(pathOf('b.ts')), autoAggregate: false },
      defaultItem(pathOf('a.ts')),
    ]);
    const document = documentOf(items.flatMap((item) => shown(item, `text of ${item.path}\n`)));
    expect(document).toBe(
      '## Files\n\n### `a.ts`\n\n```ts\ntext of a.ts\n```\n\n---\n\n### `c.ts`\n\n(context excluded)\n',
    );
    expect(items).toHaveLength(3);
  });

  it('shows the raw text where it is forced', () => {
    const item: FileItem = { ...defaultItem(pathOf('skel.py')), viewMode: 'skeleton', forceFull: true };
    expect(documentOf(shown(item, 'def f():\n    return 1\n'))).toContain('    return 1\n');
  });

  /** A document of files that all have the same text. */
  const composed = (items: readonly FileItem[], text: string, changes: Partial<ViewRules>): string => {
    const rules = { ...DEFAULT_OPTIONS, ...changes };
    return documentOf(
      items.flatMap((item) => shown(item, text, rules)),
      filesHeading(rules),
    );
  };

  it('has summaries under their own heading, but for forced files', () => {
    const items = [defaultItem(pathOf('a.xyz')), { ...defaultItem(pathOf('b.xyz')), forceFull: true }];
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const document = composed(items, text, { strategy: 'summarize' });
    expect(document.startsWith('## Files (Summary)\n\n### `a.xyz`')).toBe(true);
    expect(document.split('line 19')).toHaveLength(2);
    expect(document.indexOf('line 19')).toBeGreaterThan(document.indexOf('### `b.xyz`'));
  });

  it('has summaries where the project wants them, unless all are wanted in full', () => {
    const items = [defaultItem(pathOf('a.xyz'))];
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const summaries = composed(items, text, { summaryOnly: true });
    expect(summaries).toContain('## Files (Summary)\n');
    expect(summaries).not.toContain('line 19');
    const whole = composed(items, text, { summaryOnly: true, strategy: 'full' });
    expect(whole).toContain('## Files\n');
    expect(whole).toContain('line 19');
  });

  it('says that a file is missing, and the next one is whole', () => {
    const gone: Written = {
      ...file('gone.py'),
      body: noticeBlock(pathOf('gone.py'), missingMessage(pathOf('gone.py'))),
    };
    expect(documentOf([gone, ...shown(defaultItem(pathOf('next.py')), 'x = 1\n')])).toBe(
      '## Files\n\n### `gone.py`\n\nERROR: file not found: gone.py\n\n---\n\n### `next.py`\n\n```python\nx = 1\n```\n',
    );
  });
});

function textSection(id: SectionId, text: string): readonly Written[] {
  const body = renderTextSection(`## ${id}`, [text]);
  return body === '' ? [] : [{ ...textBlock(id), body }];
}

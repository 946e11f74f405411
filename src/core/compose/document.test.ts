import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../files/language';
import { normalizeText } from '../files/normalize';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { defaultItem, type FileItem } from '../items/fileItem';
import {
  DEFAULT_RULES,
  effectiveView,
  filesHeading,
  orderItems,
  type ViewRules,
} from '../items/effectiveView';
import type { TokenCounter } from '../tokens/encoding';
import { renderView } from '../views/registry';
import type { BlockRef } from './block';
import {
  type ComposedBlock,
  documentTokens,
  filesLead,
  joinBlocks,
  orderBlocks,
  partOf,
  tokensByBlock,
} from './document';
import { fileBlockParts, joinParts, missingMessage, noticeBlock } from './fileBlock';
import { measureBlock } from './measureBlock';
import { FILES_HEADINGS } from './sections';
import { renderTextSection } from './textSection';

const counter: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const section = (id: 'instructions' | 'discussion' | 'task'): BlockRef => ({ kind: 'section', section: id });
const file = (text: string): BlockRef => ({ kind: 'file', path: pathOf(text), view: { mode: 'full' } });
const blocksOf = (...refs: BlockRef[]): readonly ComposedBlock[] =>
  refs.map((ref) => ({ ref, body: ref.kind === 'file' ? `### \`${ref.path}\`` : `## ${ref.section}` }));

describe('joinBlocks', () => {
  it.each([
    ['nothing', [], ''],
    ['a section alone', [section('task')], '## task\n'],
    ['a file alone', [file('a')], '## Files\n\n### `a`\n'],
    [
      'all kinds',
      [section('instructions'), file('a'), file('b'), section('task')],
      '## instructions\n\n---\n\n## Files\n\n### `a`\n\n---\n\n### `b`\n\n---\n\n## task\n',
    ],
  ])('%s', (_, refs, document) => {
    expect(joinBlocks(blocksOf(...refs))).toBe(document);
  });
});

describe('orderBlocks', () => {
  it('puts sections in their order and files by the bytes of their paths', () => {
    const ordered = [
      section('instructions'),
      file('B'),
      file('a.ts'),
      file('a/b'),
      file('\uff5e'),
      file('😀'),
      section('discussion'),
      section('task'),
    ];
    expect(orderBlocks(ordered.toReversed())).toEqual(ordered);
  });
});

describe('partOf', () => {
  const refs = [section('instructions'), file('a'), section('discussion'), section('task')];
  const whole = joinBlocks(blocksOf(...refs));

  it('static: a prefix of the whole but for the final line end', () => {
    const part = joinBlocks(blocksOf(...partOf(refs, 'static')));
    expect(whole.startsWith(part.slice(0, -1))).toBe(true);
    expect(part).toContain('### `a`');
  });

  it('rest: all that the static part lacks', () => {
    expect(partOf(refs, 'rest')).toEqual([section('discussion'), section('task')]);
    expect([...partOf(refs, 'static'), ...partOf(refs, 'rest')]).toEqual(partOf(refs, 'whole'));
    expect(whole.endsWith(joinBlocks(blocksOf(...partOf(refs, 'rest'))))).toBe(true);
  });
});

describe('tokens', () => {
  it('of the blocks add up to the count of the document', () => {
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
    const heading = fc.constantFrom(...FILES_HEADINGS);

    fc.assert(
      fc.property(files, text, text, heading, (sources, instructions, task, above) => {
        const lead = counter.count(filesLead(above));
        const bodies: readonly (ComposedBlock | undefined)[] = [
          sectionBlock('instructions', instructions),
          ...sources
            .toSorted((a, b) => (a.path < b.path ? -1 : 1))
            .map((source) => ({
              ref: file(source.path),
              body: joinParts(
                fileBlockParts(source.path, languageOf(source.path).fence, normalizeText(source.text).text),
              ),
            })),
          sectionBlock('task', task),
        ];
        const blocks = bodies.filter((block) => block !== undefined);
        const measured = blocks.map(({ ref, body }) => ({ ref, measure: measureBlock(body, counter) }));
        expect(documentTokens(measured, lead)).toBe(counter.count(joinBlocks(blocks, above)));
        expect(tokensByBlock(measured, lead)).toHaveLength(blocks.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a composition', () => {
  const shown = (item: FileItem, text: string, rules: Partial<ViewRules> = {}): ComposedBlock[] => {
    const view = effectiveView(item, { ...DEFAULT_RULES, ...rules });
    if (view === undefined) return [];
    const ref: BlockRef = { kind: 'file', path: item.path, view };
    return [{ ref, body: joinParts(renderView(view, { path: item.path, text }).parts) }];
  };

  it('has full texts, names of excluded files, and no trace of files that are left out', () => {
    const items = orderItems([
      { ...defaultItem(pathOf('c.ts')), viewMode: 'none' },
      { ...defaultItem(pathOf('b.ts')), autoAggregate: false },
      defaultItem(pathOf('a.ts')),
    ]);
    const document = joinBlocks(items.flatMap((item) => shown(item, `text of ${item.path}\n`)));
    expect(document).toBe(
      '## Files\n\n### `a.ts`\n\n```ts\ntext of a.ts\n```\n\n---\n\n### `c.ts`\n\n(context excluded)\n',
    );
    expect(items).toHaveLength(3);
  });

  it('shows the raw text where it is forced', () => {
    const item: FileItem = { ...defaultItem(pathOf('skel.py')), viewMode: 'skeleton', forceFull: true };
    expect(joinBlocks(shown(item, 'def f():\n    return 1\n'))).toContain('    return 1\n');
  });

  /** A document of files that all have the same text. */
  const composed = (items: readonly FileItem[], text: string, changes: Partial<ViewRules>): string => {
    const rules = { ...DEFAULT_RULES, ...changes };
    return joinBlocks(
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
    const gone: ComposedBlock = {
      ref: file('gone.py'),
      body: noticeBlock(pathOf('gone.py'), missingMessage(pathOf('gone.py'))),
    };
    expect(joinBlocks([gone, ...shown(defaultItem(pathOf('next.py')), 'x = 1\n')])).toBe(
      '## Files\n\n### `gone.py`\n\nERROR: file not found: gone.py\n\n---\n\n### `next.py`\n\n```python\nx = 1\n```\n',
    );
  });
});

function sectionBlock(id: 'instructions' | 'task', text: string): ComposedBlock | undefined {
  const body = renderTextSection(id, text);
  return body === undefined ? undefined : { ref: section(id), body };
}

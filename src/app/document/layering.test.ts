import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '../../core/compareUtf8';
import { fenceFor } from '../../core/compose/fence';
import { renderFileTree } from '../../core/compose/fileTree';
import { measureBlock } from '../../core/compose/measureBlock';
import { renderTextSection } from '../../core/compose/textSection';
import { symbolKey, textBlock } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import { leadText, measurePlan, planDocument, type BodyTokens } from '../../core/document/plan';
import type { RepoPath } from '../../core/files/repoPath';
import { LAYOUTS, type LayoutName } from '../../core/settings/settings';
import { NO_LAYERS, type Layers } from '../../core/tiers/layers';
import { STABILITY_TIERS } from '../../core/tiers/tier';
import type { TokenCounter } from '../../core/tokens/encoding';
import { discussionBlocks, full, renderPlan } from '../../../tests/planned';
import { arrangementOf, layersAfter, type Arrangement, type LayeredBlock } from './layering';

const counts = new Map<string, number>();
const counter: TokenCounter = {
  encoding: 'o200k_base',
  count(text) {
    const count = counts.get(text) ?? encode(text, { disallowedSpecial: new Set() }).length;
    counts.set(text, count);
    return count;
  },
};

/** The user's choices. */
interface Composition {
  readonly files: ReadonlyMap<string, string>;
  /** Symbols of files that are not shown, with the line that they begin on. */
  readonly symbols: ReadonlyMap<string, { readonly names: string; readonly line: number }>;
  readonly messages: readonly string[];
  readonly hasTree: boolean;
  readonly instructions: string;
  readonly task: string;
}

type WrittenBlock = LayeredBlock & BodyTokens & { readonly body: string };

interface TakenTurn {
  readonly arrangement: Arrangement;
  readonly blocks: readonly WrittenBlock[];
  readonly text: string;
  readonly layers: Layers;
}

const FILES_HEADING = '## Files';

/** Arranges a document as the next turn of a discussion, and hands it over. */
function takeTurn(
  composition: Composition,
  name: LayoutName,
  last: Pick<TakenTurn, 'layers' | 'blocks'>,
  target = 60,
): TakenTurn {
  const arranging = {
    ...{ name, filesHeading: FILES_HEADING, layers: last.layers },
    options: { target, references: [] },
  };
  const written = bySection(FILES_HEADING).arrange(blocksOf(composition, name));
  const arrangement = arrangementOf(written, arranging);
  const before = new Map(last.blocks.map((block) => [block.key, block]));
  const shown = written.map((block) => {
    const printed = before.get(block.key);
    const isSame = block.key.startsWith('symbol:') && printed?.hash === block.hash;
    return isSame && arrangement.stays(block.key) ? { ...block, ...bodyOf(printed.body) } : block;
  });
  const blocks = planDocument(shown, arrangement.layout);
  const text = renderPlan(blocks, ({ body }) => body);
  const keys = blocks.map(({ key }) => key);
  return { arrangement, blocks, text, layers: layersAfter(arranging, arrangement, keys) };
}

const START: Pick<TakenTurn, 'layers' | 'blocks'> = { layers: NO_LAYERS, blocks: [] };

function blocksOf(composition: Composition, layout: LayoutName): readonly WrittenBlock[] {
  const { files, messages, hasTree, instructions, task } = composition;
  const paths = [...files.keys()].sort(compareUtf8);
  const written = (block: Omit<LayeredBlock, 'hash' | 'tokens'>, body: string): WrittenBlock => ({
    ...{ ...block, ...bodyOf(body) },
    hash: body,
  });
  return [
    written(textBlock('instructions'), renderTextSection('## Instructions', [instructions])),
    ...mapBlocks(composition, layout),
    written(textBlock('fileTree'), hasTree ? renderFileTree('## File Tree', paths as RepoPath[]) : ''),
    ...paths.map((path) => written(full(path), fenced(`### \`${path}\`\n\n`, files.get(path) ?? ''))),
    ...discussionBlocks(messages.map((content) => ({ role: 'AI', content }))).map((block, at) =>
      written({ ...block, key: `history:${messages[at]}` }, block.body),
    ),
    written(textBlock('task'), renderTextSection('## Task', [task])),
  ].filter(({ body }) => body !== '');
}

/** By section the map is one text; its files are followed all the same. */
function mapBlocks({ symbols, files }: Composition, layout: LayoutName): readonly WrittenBlock[] {
  const blocks = [...symbols]
    .filter(([path]) => !files.has(path))
    .map(([path, { names, line }]) => ({
      ...textBlock('symbolMap', symbolKey(path as RepoPath)),
      ...bodyOf(fenced('', `${path}:\n${names}:${line}`)),
      hash: names,
    }));
  if (blocks.length === 0) return [];
  const legend = { ...textBlock('symbolMap'), ...bodyOf(fenced('', '# legend')), hash: 'legend' };
  if (layout !== 'sections') return [legend, ...blocks];
  const body = `## Symbol Map\n\n${blocks.map((block) => block.body).join('\n')}`;
  return [{ ...textBlock('symbolMap'), ...bodyOf(body), hash: body, parts: blocks }];
}

function fenced(heading: string, text: string): string {
  const fence = fenceFor(text);
  return `${heading}${fence}\n${text}\n${fence}`;
}

const bodies = new Map<string, BodyTokens & { readonly body: string }>();

function bodyOf(body: string): BodyTokens & { readonly body: string } {
  const known = bodies.get(body);
  if (known !== undefined) return known;
  const { tokens, tokensAsLast } = measureBlock(body, counter);
  const made = { body, tokens, tokensAsLast };
  bodies.set(body, made);
  return made;
}

type Edit = (composition: Composition) => Composition;

const PATHS = ['a.ts', 'b.ts', 'lib/c d.ts', 'lib/é`e.ts', 'z.md'];
const TEXTS = [
  'const one = 1;',
  'Ok.',
  '## Update\n\n- `a.ts`: removed',
  '# Reference Files (Stable)\n\nThese files have not changed for a long time.',
  'Part 2 of 3\n\n---\n\n## Files\n\n### `a.ts`',
  '{"role":"user","content":"```"}',
  '### Discussion Excerpt 1\n\nUser: Yes.',
  'word '.repeat(90),
];
const anyPath = fc.constantFrom(...PATHS);
const anyContent = fc.constantFrom(...TEXTS);

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(anyPath, anyContent).map(([path, text]): Edit => (composition) => ({
    ...composition,
    files: new Map(composition.files).set(path, text),
  })),
  anyPath.map((path): Edit => (composition) => ({
    ...composition,
    files: new Map([...composition.files].filter(([other]) => other !== path)),
  })),
  fc.tuple(anyPath, fc.constantFrom('f f', 'c g', 'm h'), fc.nat(9)).map(([path, names, line]): Edit => {
    return (composition) => ({
      ...composition,
      symbols: new Map(composition.symbols).set(path, { names, line }),
    });
  }),
  fc.tuple(anyContent, fc.nat(1e6)).map(([text, id]): Edit => (composition) => ({
    ...composition,
    messages: [...composition.messages, `${text} ${id}`],
  })),
  fc.nat(5).map((at): Edit => ({ messages, ...others }) => ({
    ...others,
    messages: messages.filter((_, other) => other !== at),
  })),
  fc.boolean().map((hasTree): Edit => (composition) => ({ ...composition, hasTree })),
  fc.constantFrom('', 'Be brief.', '# Working Files').map((instructions): Edit => {
    return (composition) => ({ ...composition, instructions });
  }),
  fc.constantFrom('', 'Why?', 'Part 1 of 2').map((task): Edit => (composition) => ({ ...composition, task })),
);

const FIRST: Composition = {
  files: new Map(PATHS.slice(0, 3).map((path, at) => [path, TEXTS[at] ?? ''])),
  symbols: new Map([
    ['a.ts', { names: 'f f', line: 1 }],
    ['s.ts', { names: 'c g', line: 2 }],
    ['t.ts', { names: 'm h', line: 3 }],
  ]),
  messages: ['first', 'second'],
  hasTree: true,
  instructions: 'Be brief.',
  task: 'Why?',
};

/** Documents turn by turn. */
const anyHistory: fc.Arbitrary<readonly Composition[]> = fc
  .array(fc.array(anyEdit, { maxLength: 3 }), { minLength: 1, maxLength: 14 })
  .map((turns) => {
    let composition = FIRST;
    const later = turns.map((edits) => (composition = edits.reduce((last, edit) => edit(last), composition)));
    return [FIRST, ...later];
  });

const anyLayout = fc.constantFrom(...LAYOUTS);
const RUNS = { numRuns: 20 };

/** Calls `check` for each turn, with the one before it. */
function follow(
  history: readonly Composition[],
  layoutOf: (turn: number) => LayoutName,
  check: (now: TakenTurn, last: TakenTurn | undefined, composition: Composition) => void,
): void {
  let last: TakenTurn | undefined;
  for (const [turn, composition] of history.entries()) {
    const now = takeTurn(composition, layoutOf(turn), last ?? START);
    check(now, last, composition);
    last = now;
  }
}

describe('a document in any layout', () => {
  it('has all blocks once, whose tokens are those of the text, also if the layout changes between turns', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(anyLayout, { minLength: 1 }), (history, layouts) => {
        const layoutOf = (turn: number): LayoutName => layouts[turn % layouts.length] ?? 'sections';
        let turn = 0;
        follow(history, layoutOf, ({ blocks, text }, _, composition) => {
          const expected = blocksOf(composition, layoutOf(turn++)).map(({ key }) => key);
          const keys = blocks.map(({ key }) => key);
          expect(keys.toSorted(compareUtf8)).toEqual(expected.toSorted(compareUtf8));
          if (composition.instructions !== '') expect(keys[0]).toBe('section:instructions');
          if (composition.task !== '') expect(keys.at(-1)).toBe('section:task');
          const spoken = keys.filter((key) => key.startsWith('history:'));
          expect(spoken).toEqual(composition.messages.map((message) => `history:${message}`));
          const { tokens } = measurePlan(blocks, {
            body: (block) => block,
            lead: (lead) => counter.count(leadText(lead)),
          });
          expect(tokens).toBe(counter.count(text));
        });
      }),
      RUNS,
    );
  });

  it('is the same turn if nothing has changed', () => {
    fc.assert(
      fc.property(anyHistory, anyLayout, (history, layout) => {
        follow(
          history,
          () => layout,
          (now, _, composition) => {
            const again = takeTurn(composition, layout, now);
            expect(again.arrangement.isAgain).toBe(true);
            expect(again.text).toBe(now.text);
            expect(again.layers).toEqual(now.layers);
          },
        );
      }),
      RUNS,
    );
  });

  it('is another turn as soon as anything has, the task included', () => {
    for (const layout of LAYOUTS) {
      const first = takeTurn(FIRST, layout, START);
      for (const changed of [{ task: 'How?' }, { instructions: '' }, { hasTree: false }])
        expect(takeTurn({ ...FIRST, ...changed }, layout, first).arrangement.isAgain).toBe(false);
    }
  });

  it('has kept count of unchanged turns in the others', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(anyLayout, { minLength: 1 }), (history, layouts) => {
        const withoutMap = history.map((composition) => ({ ...composition, symbols: new Map() }));
        const plain: Layers[] = [];
        follow(
          withoutMap,
          () => 'sections',
          ({ layers }) => plain.push(layers),
        );
        const mixed: Layers[] = [];
        follow(
          withoutMap,
          (turn) => layouts[turn % layouts.length] ?? 'sections',
          ({ layers }) => mixed.push(layers),
        );
        expect(mixed.map(({ turn, seen }) => ({ turn, seen }))).toEqual(
          plain.map(({ turn, seen }) => ({ turn, seen })),
        );
      }),
      RUNS,
    );
  });
});

describe('most stable first', () => {
  it('prints everything before the first block that has changed byte for byte as before', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        follow(
          history.map((composition) => ({ ...composition, instructions: 'Be brief.' })),
          () => 'stable',
          ({ blocks }, last) => {
            const hashes = new Map(blocks.map(({ key, hash }) => [key, hash]));
            const printed = last?.blocks.filter(({ section }) => section !== 'task') ?? [];
            const differs = printed.findIndex(({ key, hash }) => hashes.get(key) !== hash);
            const kept = differs < 0 ? printed : printed.slice(0, differs);
            expect(blocks.slice(0, kept.length).map(printedText)).toEqual(kept.map(printedText));
          },
        );
      }),
      RUNS,
    );
  });

  it('moves nothing when the only change is at the end', () => {
    const first = takeTurn(FIRST, 'stable', START);
    const files = new Map(FIRST.files).set('new.ts', 'new');
    const second = takeTurn({ ...FIRST, files, hasTree: false }, 'stable', first);
    const third = takeTurn({ ...FIRST, files, hasTree: false, task: 'Go on.' }, 'stable', second);
    expect(third.text.replace('Go on.', 'Why?')).toBe(second.text);
  });

  it('continues the order by section, and arranges all blocks again after the classic tiers', () => {
    const withoutMap = { ...FIRST, symbols: new Map() };
    const first = takeTurn(withoutMap, 'sections', START);
    expect(takeTurn(withoutMap, 'stable', first).text).toBe(first.text);
    const rearranged = takeTurn(withoutMap, 'stable', START);
    expect(rearranged.text).not.toBe(first.text);
    const fromTiers = takeTurn(withoutMap, 'stable', takeTurn(withoutMap, 'classic', START));
    expect(fromTiers.text).toBe(rearranged.text);
  });
});

describe('the classic tiers', () => {
  it('follow exactly what the document has, also if the last turn had another layout', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(anyLayout, { minLength: 1 }), (history, layouts) => {
        const layoutOf = (turn: number): LayoutName => layouts[turn % layouts.length] ?? 'sections';
        follow(history, layoutOf, (now, _, composition) => {
          const { arrangement, blocks } = takeTurn(composition, 'classic', now);
          const tracked = blocks.filter(({ key }) => /^(?:file|symbol|history):/.test(key));
          const hashesOf = (items: readonly Pick<WrittenBlock, 'key' | 'hash'>[]) =>
            new Map(items.map(({ key, hash }) => [key, hash]));
          expect(hashesOf(arrangement.tracker?.items ?? [])).toEqual(hashesOf(tracked));
        });
      }),
      RUNS,
    );
  });

  it('print a tier byte for byte as before as long as it has not changed', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        follow(
          history,
          () => 'classic',
          (now, last) => {
            if (last === undefined) return;
            for (const tier of STABILITY_TIERS) {
              const [before, after] = [contentOf(last, tier), contentOf(now, tier)];
              if (tier !== 'active' && before.items === after.items) expect(after.text).toBe(before.text);
            }
          },
        );
      }),
      RUNS,
    );
  });

  it('move nothing in a quiet turn', () => {
    let last = takeTurn(FIRST, 'classic', START, 0);
    for (let turn = 0; turn < 20; turn += 1)
      last = takeTurn({ ...FIRST, task: `Task ${turn}` }, 'classic', last, 0);
    const quiet = takeTurn({ ...FIRST, task: 'Task 20' }, 'classic', last, 0);
    expect(quiet.text.replace('Task 20', 'Task 19')).toBe(last.text);
  });

  it('keep the parts of a document that is never cached among the active ones', () => {
    const { blocks } = takeTurn(FIRST, 'classic', START, 10);
    const at = blocks.findIndex(({ key }) => key === 'section:fileTree');
    const tierOf = new Map(
      takeTurn(FIRST, 'classic', START, 10).arrangement.tracker?.items.map(({ key, tier }) => [key, tier]),
    );
    const isCached = ({ key }: WrittenBlock): boolean => (tierOf.get(key) ?? 'active') !== 'active';
    expect(blocks.slice(at).filter(isCached)).toEqual([]);
    expect(blocks.slice(0, at).filter(isCached).length).toBeGreaterThan(0);
  });
});

/** The items of a tier and its printed text. */
function contentOf({ arrangement, blocks }: TakenTurn, tier: string) {
  const inTier = new Set(arrangement.tracker?.items.flatMap((item) => (item.tier === tier ? item.key : [])));
  const some = blocks.filter(({ key }) => inTier.has(key));
  return {
    items: JSON.stringify(some.map(({ key, hash }) => [key, hash])),
    text: some.map(printedText).join('\n'),
  };
}

function printedText({ lead, body }: WrittenBlock): string {
  return leadText(lead) + body;
}

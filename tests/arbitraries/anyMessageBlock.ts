import fc from 'fast-check';
import type { AttachedImage } from '../../src/core/apiMessages/messageTypes';
import type { MessageBlock } from '../../src/core/apiMessages/block';

export const anyImage: fc.Arbitrary<AttachedImage> = fc.record({
  type: fc.constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml', 'text/plain'),
  base64: fc.constantFrom('QQ==', 'iVBORw0KGgo='),
});

const body = fc.constantFrom(
  '```text\na\n```',
  '---',
  '# Heading',
  'User: Hi',
  '<!-- open',
  '~~~',
  'x\n\n\ny',
);
const content = fc.constantFrom('Hi', '  \n\n- a\n- b  \n', '```\na', '| a |\n| - |', 'AI: no', 'a\r\nb\n');
const role = fc.constantFrom('User', 'AI', 'User', 'AI', 'System', 'Tool', 'Ann', 'Unknown');

/** Blocks with different keys and texts. A text ends with its key. */
export const anyMessageBlocks: fc.Arbitrary<readonly MessageBlock[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('symbol', 'file', 'other'), body }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('history'),
          ...{ role, content, images: fc.array(anyImage, { maxLength: 2 }) },
        }),
      },
    ),
    { maxLength: 14 },
  )
  .chain((blocks) =>
    fc.record({
      blocks: fc.constant(blocks),
      treeAt: fc.option(fc.integer({ min: 0, max: blocks.length }), { nil: undefined }),
    }),
  )
  .map(({ blocks, treeAt }) => {
    const named = blocks.map((block, at): MessageBlock => {
      const key = `${block.kind}:${at}.`;
      return block.kind === 'history'
        ? { ...block, kind: 'history', key, content: `${block.content}${key}` }
        : { ...block, key, body: `${block.body}\n${key}` };
    });
    const tree = {
      kind: 'tree',
      key: 'tree.',
      body: '## File Tree\n\n```text\na\n```\ntree.',
      files: 1,
    } as const;
    return treeAt === undefined ? named : named.toSpliced(treeAt, 0, tree);
  });

/** The text that a message has of a block. */
export function shownText(block: MessageBlock): string {
  switch (block.kind) {
    case 'history':
      return block.content
        .replaceAll('\r\n', '\n')
        .replace(/^ *\n+/, '')
        .trimEnd();
    case 'tree':
      return block.body.slice('## File Tree\n\n'.length);
    default:
      return block.body;
  }
}

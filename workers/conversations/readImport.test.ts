import { expect, it } from 'vitest';
import { zipFile } from '../../tests/zipFile';
import { createConversationsApi } from './conversationsApi';

const claude = (text: string) => ({ name: text, chat_messages: [{ sender: 'human', text }] });
const chatGpt = (title: string, parts: readonly unknown[], attachments: readonly unknown[] = []) => ({
  title,
  mapping: {
    a: {
      message: {
        author: { role: 'user' },
        content: { content_type: 'multimodal_text', parts },
        metadata: { attachments },
      },
    },
  },
});
const json = (name: string, data: unknown) => ({ name, bytes: JSON.stringify(data) });

async function read(entries: Parameters<typeof zipFile>[0]) {
  const api = createConversationsApi();
  const found = await api.read(zipFile(entries));
  return { api, found };
}

it('reads an export in its archive, and counts the other files', async () => {
  const { found } = await read([
    json('conversations.json', [claude('a'), claude('')]),
    json('projects.json', [{ name: 'p', docs: [{ filename: 'x.md', content: 'c' }] }]),
    json('users.json', [{ full_name: 'Ada' }]),
  ]);
  expect(found).toMatchObject({
    format: 'Claude export',
    discussions: [{ title: 'a', messages: 1 }],
    empty: { discussions: 1, leftOut: { empty: 1 } },
    otherFiles: 2,
  });
});

it('joins the parts of an export in their order', async () => {
  const { found } = await read(
    ['conversations-10', 'conversations-9', 'x/conversations-000'].map((name) =>
      json(`${name}.json`, [chatGpt(name, ['x'])]),
    ),
  );
  expect(found.kind === 'found' && found.discussions.map(({ title }) => title)).toEqual([
    'conversations-9',
    'conversations-10',
    'x/conversations-000',
  ]);
});

it('reads texts of an archive that is no export', async () => {
  const { found } = await read([
    { name: 'chats/One.md', bytes: 'User: a\nAI: b' },
    { name: 'chats/Two.txt', bytes: 'User: c' },
    { name: 'a.json', bytes: '{"a": 1}' },
  ]);
  expect(found).toMatchObject({
    discussions: [
      { title: 'One', messages: 2 },
      { title: 'Two', messages: 1 },
    ],
    otherFiles: 1,
  });
});

it('attaches images and files of messages', async () => {
  const { api } = await read([
    json('conversations.json', [
      chatGpt(
        'T',
        [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_00ab' }, 'Look'],
        [
          { id: 'file_00ab', name: 'cat [1].png' },
          { id: 'file-Xy1', name: 'a.pdf' },
          { id: 'file-Gone', name: 'b.pdf' },
        ],
      ),
    ]),
    { name: 'file_00ab-sanitized.png', bytes: 'PNG' },
    { name: 'files/file-Xy1-a.pdf', bytes: 'PDF' },
  ]);
  const [message] = await api.messages(0, 0);
  const pieces = message?.content ?? [];
  const shown = await Promise.all(
    pieces.map(async (piece) =>
      typeof piece === 'string' ? piece : `${piece.head ?? ''}${await piece.blob.text()} ${piece.type}`,
    ),
  );
  expect(shown.join('')).toBe(
    'Look\n\n[file: b.pdf]\n\n![cat \\[1\\].png](data:image/png;base64,PNG image/png)\n\n[a.pdf](data:application/pdf;base64,PDF application/pdf)',
  );
  expect(await api.messages(0, 1)).toEqual([]);
});

it.each([
  [
    'no conversations',
    [json('a.json', { a: 1 }), json('b.json', [])],
    'it is a ZIP file without conversations in a known format',
  ],
  ['a cut text', [{ name: 'conversations.json', bytes: '[{"mapping' }], 'it is incomplete or damaged JSON'],
  ['nothing', [], 'it is a ZIP file without conversations in a known format'],
])('refuses an archive with %s', async (_, entries, reason) => {
  expect((await read(entries)).found).toEqual({ kind: 'refused', reason });
});

import { randomBytes } from 'node:crypto';
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
const pointer = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: `sediment://${id}` });
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
    otherFiles: 0,
    unread: { files: 0 },
    unknown: { files: 1, first: 'a.json' },
  });
});

it('reads the parts of an export that it can, and says which it cannot', async () => {
  const { found } = await read([
    json('conversations-000.json', [chatGpt('T', ['x'])]),
    { name: 'conversations-001.json', bytes: '[{"mapping' },
    { name: 'conversations-002.json', bytes: new Uint8Array(30_000_000) },
    { name: 'secret.json', bytes: 'x', flags: 0x801 },
    { name: 'a.png', bytes: 'PNG' },
  ]);
  expect(found).toMatchObject({
    discussions: [{ title: 'T' }],
    otherFiles: 1,
    unread: { files: 3, first: 'secret.json is encrypted' },
    unknown: { files: 0 },
  });
});

it('attaches images and files of messages', async () => {
  const { api } = await read([
    json('conversations.json', [
      chatGpt(
        'T',
        [
          { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_00ab' },
          { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-Old1' },
          'Look',
        ],
        [
          { id: 'file_00ab', name: 'cat [1].png' },
          { id: 'file-Old1', name: 'old.jpg' },
          { id: 'file-Xy1', name: 'a.pdf' },
          { id: 'file-Gone', name: 'b.pdf' },
        ],
      ),
    ]),
    { name: 'file_00ab-sanitized.png', bytes: 'PNG' },
    { name: 'file-Old1-old.jpg', bytes: 'JPG' },
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
    'Look\n\n[file: b.pdf]\n\n![cat \\[1\\].png](data:image/png;base64,PNG image/png)\n\n![old.jpg](data:image/jpeg;base64,JPG image/jpeg)\n\n[a.pdf](data:application/pdf;base64,PDF application/pdf)',
  );
  expect(await api.messages(0, 1)).toEqual([]);
});

it('says which file of a message can’t be attached', async () => {
  const { api } = await read([
    json('conversations.json', [chatGpt('T', [pointer('file_large'), pointer('file_small'), 'Look'])]),
    { name: 'file_large.png', bytes: new Uint8Array(30_000_000) },
    { name: 'file_small.png', bytes: 'PNG' },
  ]);
  const [message] = await api.messages(0, 0);
  expect(message?.content).toEqual([
    'Look',
    '\n\n[image: image]',
    '\n\n![image](',
    expect.objectContaining({ type: 'image/png' }),
    ')',
  ]);
  expect(message?.unread).toEqual(['file_large.png unpacks to more than 100 times its size']);
});

it('attaches a file that a message mentions often, and reads it once', async () => {
  const parts = Array.from({ length: 25 }, () => pointer('file_a'));
  const { api } = await read([
    json('conversations.json', [chatGpt('T', parts)]),
    { name: 'file_a.png', bytes: randomBytes(9_000_000) },
  ]);
  const [message] = await api.messages(0, 0);
  expect(message?.content.filter((piece) => typeof piece !== 'string')).toHaveLength(25);
  expect(message?.unread).toBeUndefined();
});

it('attaches the files of a message up to a limit', async () => {
  const { api } = await read([
    json('conversations.json', [chatGpt('T', [pointer('file_a'), pointer('file_b')])]),
    { name: 'file_a.png', bytes: randomBytes(2_000_000), claimed: 150_000_000 },
    { name: 'file_b.png', bytes: randomBytes(2_000_000), claimed: 150_000_000 },
  ]);
  const [message] = await api.messages(0, 0);
  expect(message?.unread).toEqual([
    'file_a.png is damaged',
    'with file_b.png, the files unpack to more than 200 MB',
  ]);
});

it('keeps only the file that was given last', async () => {
  const api = createConversationsApi();
  const zip = zipFile([json('conversations.json', [chatGpt('old', ['x'])])]);
  const text = new Blob([JSON.stringify([chatGpt('new', ['y'])])]);
  const [overtaken, found] = await Promise.all([api.read(zip), api.read(text)]);
  expect(overtaken).toEqual({ kind: 'refused', reason: 'another file was chosen' });
  expect(found).toMatchObject({ kind: 'found', discussions: [{ title: 'new' }] });
  expect(await api.messages(0, 0)).toMatchObject([{ content: ['y'] }]);
});

it('attaches the files of the archive that a message comes from', async () => {
  const export_ = chatGpt('T', [pointer('file_a'), pointer('file_b')]);
  const { api } = await read([
    json('conversations.json', [export_]),
    { name: 'file_a.png', bytes: 'A' },
    { name: 'file_b.png', bytes: 'B' },
  ]);
  const messages = api.messages(0, 0);
  const [[message]] = await Promise.all([messages, api.read(new Blob(['User: x']))]);
  expect(message?.content.filter((piece) => typeof piece !== 'string')).toHaveLength(2);
});

it.each([
  [
    'no conversations',
    [json('a.json', { a: 1 }), json('b.json', [])],
    'it is a ZIP file without conversations in a known format',
  ],
  [
    'a damaged text',
    [{ name: 'conversations.json', bytes: 'x', claimed: 5 }],
    'conversations.json is damaged',
  ],
  [
    'web pages',
    [{ name: 'Takeout/My Activity/Gemini Apps/MyActivity.html', bytes: '<html>' }, json('a.json', {})],
    'its conversations are a web page (HTML). Export them as JSON; for Gemini, choose JSON for My Activity in Google Takeout',
  ],
  [
    'an encrypted export',
    [
      { name: 'conversations.json', bytes: 'x', flags: 0x801 },
      { name: 'chat.html', bytes: '<html>' },
      json('user.json', {}),
    ],
    'conversations.json is encrypted',
  ],
  [
    'a website',
    [{ name: 'index.html', bytes: '<html>' }, json('package.json', {}), json('b.json', {})],
    'it is a ZIP file without conversations in a known format',
  ],
  [
    'texts that are too large together, although the first has no conversations',
    [
      json('a.json', { a: randomBytes(500_000).toString('hex') }),
      { name: 'b.json', bytes: randomBytes(2_000_000), claimed: 199_500_000 },
    ],
    'with b.json, the files unpack to more than 200 MB',
  ],
  [
    'a damaged text beside a page of an export',
    [
      { name: 'chat.html', bytes: '<html>' },
      { name: 'a.json', bytes: '{"a' },
    ],
    'its conversations are a web page (HTML). Export them as JSON; for Gemini, choose JSON for My Activity in Google Takeout',
  ],
  ['a cut text', [{ name: 'conversations.json', bytes: '[{"mapping' }], 'it is incomplete or damaged JSON'],
  ['nothing', [], 'it is a ZIP file without conversations in a known format'],
])('refuses an archive with %s', async (_, entries, reason) => {
  expect((await read(entries)).found).toEqual({ kind: 'refused', reason });
});

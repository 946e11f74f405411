import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../../tests/git/testRepository';
import { parseAttributeFile } from './attributeFile';
import { attributesOf } from './attributes';
import { blobOid } from '../objects/blobOid';
import { byteStringToBytes } from '../byteString';
import { cleanContent, type CleanOptions } from './cleanContent';
import { fileAttributes } from './fileAttributes';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const AUTOCRLF = ['false', 'true', 'input'] as const;
const ATTRIBUTES = [
  ...[
    '',
    'text',
    '-text',
    'text=auto',
    'text eol=lf',
    'text eol=crlf',
    'text=auto eol=crlf',
    'eol=crlf',
    'eol=lf',
  ],
  ...[
    '-text eol=crlf',
    'binary',
    'crlf',
    '-crlf',
    'crlf=input',
    'text=odd',
    'ident',
    'text=auto ident',
    'eol=odd',
  ],
  ...['text=input', '!text', 'working-tree-encoding=UTF-8', 'crlf=auto', 'text=odd crlf'],
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'line', '\r\n', '\r\n', '\n', ' x'.repeat(70), 'é', '\t') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('$Id$', '$Id: a b $', '$Id:$', '$Id: x\r\n$', '$', '$Idx$', 'Id:'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\r',
      '\0',
      `${'y'.repeat(127)}\x01\r\n`,
      `${'y'.repeat(128)}\x01\r\n`,
      '\x01',
      '\x1a',
      '\x7f',
      '\f\b\x1b',
      '\xff\xfe',
    ),
  },
);
const content = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', '', '', '\x1a', '\r'))
  .map(([pieces, end]) => pieces.join('') + end)
  .map((text) => new Uint8Array(Buffer.from(text, 'latin1')));

test('stores every file as git does, with every combination of line end settings', async () => {
  const repository = temporary.createRepository('clean');
  // At most one byte in 128 may be a control character.
  const edges = [126, 127, 128].map((count) => byteStringToBytes(`${'y'.repeat(count)}\x01\r\n`));
  const contents = [...fc.sample(content, { numRuns: 30, seed: 27 }), ...edges];
  const text = ATTRIBUTES.map((words, at) => `a${at}/* ${words}`).join('\n');
  const byFolder = new Map([['', parseAttributeFile({ folder: '', text })]]);
  repository.write('.gitattributes', text);
  const files = ATTRIBUTES.flatMap((_, at) =>
    contents.map((bytes, n) => ({ path: `a${at}/f${n}`, bytes, n })),
  );
  // One in three files is in the index before, as it is, with other line ends, or with another content.
  const indexed = new Map<string, Uint8Array>();
  for (const { path, bytes, n } of files) {
    repository.write(path, bytes);
    if (n % 3 === 0) indexed.set(path, n % 2 === 0 ? bytes : (contents[n + 1] ?? bytes));
  }
  const oids = repository
    .git(
      ['hash-object', '-w', '--no-filters', '--stdin-paths'],
      files.map(({ path }) => `${path}\n`).join(''),
    )
    .split('\n');
  const oidByIndex = new Map<Uint8Array, string | undefined>(contents.map((bytes, n) => [bytes, oids[n]]));
  const lines = [...indexed].map(([path, bytes]) => `100644 ${oidByIndex.get(bytes) ?? ''}\t${path}\n`);
  for (const autocrlf of AUTOCRLF) {
    repository.git(['config', 'core.autocrlf', autocrlf]);
    repository.git(['read-tree', '--empty']);
    repository.git(['update-index', '--index-info'], lines.join(''));
    repository.git(['add', '-A']);
    const staged = repository.git(['ls-files', '-s', '-z']).split('\0');
    const theirs = new Map(staged.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(7, 47)]));
    for (const { path, bytes } of files) {
      const attributes = fileAttributes(attributesOf({ byFolder }, path));
      const ours = await clean(bytes, {
        attributes,
        autocrlf,
        indexed: () => Promise.resolve(indexed.get(path)),
      });
      const message = `${path} ${ATTRIBUTES[Number(/\d+/.exec(path))] ?? ''} ${autocrlf} ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`;
      expect(ours, message).toEqual({ oid: theirs.get(path), missing: undefined });
    }
  }
});

test('decodes UTF-16 as git does', async () => {
  const repository = temporary.createRepository('encodings');
  // Not UTF-16BE-BOM: without a mark, its result depends on the system's iconv.
  const encodings = ['UTF-16', 'UTF-16LE', 'UTF-16BE', 'UTF-16LE-BOM', 'utf-16'];
  repository.write(
    '.gitattributes',
    encodings.map((name, at) => `f${at}* working-tree-encoding=${name} text`).join('\n'),
  );
  const le = Buffer.from('\uFEFFa\r\n\u{1F600}é', 'utf16le');
  const be = Buffer.from(le).swap16();
  const samples = [le, be, le.subarray(2), be.subarray(2)];
  let converted = 0;
  for (const [at, encoding] of encodings.entries()) {
    for (const [n, bytes] of samples.entries()) {
      const path = `f${at}-${n}`;
      repository.write(path, bytes);
      const attributes = { ...fileAttributes(new Map<string, boolean | string>([['text', true]])), encoding };
      const ours = await clean(bytes, { attributes, autocrlf: 'false', indexed });
      const theirs = hashedByGit(repository, path);
      // Without a mark, LE and BE can't be told apart; git reads some text, and we the same.
      if (theirs === undefined) expect(ours.missing, path).toBe('encoding');
      else expect(ours, `${encoding} ${n}`).toEqual({ oid: theirs, missing: undefined });
      if (theirs !== undefined) converted++;
    }
  }
  expect(converted).toBeGreaterThan(8);
});

test('replaces a file of Git LFS by its pointer', async () => {
  const bytes = byteStringToBytes('hello\r\n');
  const attributes = { ...fileAttributes(new Map()), filter: 'lfs' };
  const options: CleanOptions = { attributes, autocrlf: 'true', indexed };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pointer = byteStringToBytes(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize 7\n`,
  );
  expect(await cleanContent(bytes, options)).toEqual({ bytes: pointer, missing: undefined });
  expect(await cleanContent(pointer, options)).toEqual({ bytes: pointer, missing: undefined });
  expect((await cleanContent(new Uint8Array(), options)).bytes).toEqual(new Uint8Array());
});

test('says what only another program can convert', async () => {
  const plain = fileAttributes(new Map());
  const bytes = byteStringToBytes('x');
  const options = { autocrlf: 'false', indexed } as const;
  expect(await cleanContent(bytes, { ...options, attributes: { ...plain, filter: 'crypt' } })).toEqual({
    bytes,
    missing: 'filter',
  });
  expect(await cleanContent(bytes, { ...options, attributes: { ...plain, encoding: 'SHIFT-JIS' } })).toEqual({
    bytes,
    missing: 'encoding',
  });
});

const indexed = (): Promise<undefined> => Promise.resolve(undefined);

async function clean(
  bytes: Uint8Array,
  options: CleanOptions,
): Promise<{ oid: string; missing: string | undefined }> {
  const { bytes: stored, missing } = await cleanContent(bytes, options);
  return { oid: blobOid(stored), missing };
}

function hashedByGit(
  repository: { git(options: readonly string[]): string },
  path: string,
): string | undefined {
  try {
    return repository.git(['hash-object', '-w', path]).trim();
  } catch {
    return undefined;
  }
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, linkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarFile, tarHeader, type TarPart } from '../../tests/tarFile';
import { zipFile } from '../../tests/zipFile';
import { openArchivedFolder, type ArchivedFolder } from './archivedFolder';
import { LIMITS, type Limits } from './limits';

function open(bytes: Uint8Array<ArrayBuffer> | Blob, limits: Limits = LIMITS): Promise<ArchivedFolder> {
  const { signal } = new AbortController();
  return openArchivedFolder(new Blob([bytes]), { signal, progress: () => undefined, limits });
}

async function textsOf({ files }: ArchivedFolder): Promise<Record<string, string>> {
  const texts = files.map(async ({ path, read }) => [path, new TextDecoder().decode(await read())] as const);
  return Object.fromEntries(await Promise.all(texts));
}

function reasonsOf({ leftOut }: ArchivedFolder): readonly string[] {
  return leftOut.map(
    ({ name, reason, path }) => `${path === undefined ? '' : `[${path}] `}${name} ${reason}`,
  );
}

describe('archives by real tools', () => {
  let folder = '';
  const long = 'n'.repeat(180);
  const texts: Record<string, string> = {
    'a.txt': 'a\n',
    'empty.txt': '',
    'src/b.ts': 'b\n'.repeat(2_000),
    'ü/日本.txt': 'ü\n',
    'inner.zip': 'PK',
    [`${long}/${long}.txt`]: 'long\n',
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'strata-archives-'));
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, 'top', path)), { recursive: true });
      writeFileSync(join(folder, 'top', path), text);
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function made(command: string, name: string): Uint8Array<ArrayBuffer> {
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return new Uint8Array(readFileSync(join(folder, name)));
  }
  function has(tool: string): boolean {
    try {
      execFileSync('sh', ['-c', `command -v ${tool}`]);
      return true;
    } catch {
      return false;
    }
  }

  it.each([
    ['tar', 'tar -cf 1.tar --format=gnu top', '1.tar'],
    ['tar', 'tar -czf 2.tgz --format=pax top', '2.tgz'],
    ['tar', 'tar -czf 3.tar.gz -C top .', '3.tar.gz'],
    ['python3', 'python3 -m tarfile -c 4.tar.gz top', '4.tar.gz'],
    ['python3', 'python3 -m zipfile -c 5.zip top', '5.zip'],
    ['zip', 'zip -qr 6.zip top', '6.zip'],
    ['bsdtar', 'bsdtar -czf 7.tar.gz top', '7.tar.gz'],
    ['bsdtar', 'bsdtar -cf 8.zip --format=zip top', '8.zip'],
    ['7zz', '7zz a 9.zip top', '9.zip'],
    ['7zz', '7zz a 10.tar top', '10.tar'],
  ])('%s: %s', async (tool, command, name) => {
    if (!has(tool)) return;
    const opened = await open(made(command, name));
    expect(reasonsOf(opened)).toEqual([]);
    expect(await textsOf(opened)).toEqual(texts);
  });

  it('leaves out links, and says where they lead', async () => {
    symlinkSync('../../outside', join(folder, 'top/link'));
    linkSync(join(folder, 'top/a.txt'), join(folder, 'top/hard.txt'));
    const opened = await open(made('tar -czf links.tgz --sort=name top', 'links.tgz'));
    expect(reasonsOf(opened)).toEqual([
      '[hard.txt] top/hard.txt is a hard link to top/a.txt',
      '[link] top/link is a symbolic link to ../../outside',
    ]);
    expect(await textsOf(opened)).toEqual(texts);
    if (has('zip')) {
      const zipped = await open(made('zip -qry links.zip top', 'links.zip'));
      expect(reasonsOf(zipped)).toEqual(['[link] top/link is a symbolic link']);
    }
    rmSync(join(folder, 'top/link'));
    rmSync(join(folder, 'top/hard.txt'));
  });
});

const file = (name: string, bytes: TarPart['bytes'] = 'x', header: Partial<TarPart> = {}): TarPart => ({
  name,
  bytes,
  ...header,
});

it('opens at the one folder at the top', async () => {
  const paths = async (names: readonly string[]) =>
    (await open(tarFile(names.map((name) => file(name))))).files.map(({ path }) => path);
  expect(await paths(['name-sha/a', 'name-sha/b/c'])).toEqual(['a', 'b/c']);
  expect(await paths(['name-sha/a', 'b'])).toEqual(['name-sha/a', 'b']);
  expect(await paths(['one/a', 'other/a'])).toEqual(['one/a', 'other/a']);
  expect(await paths(['./name-sha/a'])).toEqual(['a']);
});

it('takes the last of several entries with one name, and tells of the others', async () => {
  for (const archive of [
    tarFile([file('a', 'first'), file('b'), file('./a', 'last')]),
    zipFile([
      { name: 'a', bytes: 'first' },
      { name: 'b', bytes: 'x' },
      { name: './a', bytes: 'last' },
    ]),
  ]) {
    const opened = await open(archive);
    expect(await textsOf(opened)).toEqual({ a: 'last', b: 'x' });
    expect(reasonsOf(opened)).toEqual(['a is replaced by a later entry with the same name']);
  }
});

it('leaves out entries by their names, never outside of the folder', async () => {
  const names = [
    '../a',
    'a/../../b',
    '/etc/passwd',
    'C:\\x',
    '..\\x',
    'b/%2e%2e/x',
    '',
    `${'n'.repeat(5_000)}`,
  ];
  const opened = await open(tarFile([file('fine'), ...names.map((name) => file(name))]));
  expect(opened.files.map(({ path }) => path)).toEqual(['fine']);
  expect(opened.leftOut.map(({ path, reason }) => [path, reason])).toEqual(
    [
      'goes up with ..',
      'goes up with ..',
      'is an absolute path',
      'starts with a drive letter',
      'goes up with ..',
      'goes up with an encoded ..',
      'is empty',
      'has a name of more than 4096 characters',
    ].map((reason) => [undefined, reason]),
  );
});

it('takes names that end with a slash or a backslash as folders', async () => {
  for (const slash of ['/', '\\']) {
    const names = ['top', 'top/empty', 'top/full'].map((name) => name.replaceAll('/', slash) + slash);
    const parts = [...names.map((name) => file(name, '')), file(`top${slash}full${slash}a`)];
    for (const archive of [zipFile(parts), tarFile(parts)]) {
      const opened = await open(archive);
      expect(opened.files.map(({ path }) => path)).toEqual(['full/a']);
      expect(reasonsOf(opened)).toEqual([]);
    }
  }
});

it('leaves out everything that is no file', async () => {
  const opened = await open(
    tarFile([
      file('a/b'),
      file('a'),
      file('char', '', { type: '3' }),
      file('block', '', { type: '4' }),
      file('pipe', '', { type: '6' }),
      file('folder/', '', { type: '5' }),
      file('contiguous', 'x', { type: '7' }),
      file('label', '', { type: 'V' }),
      file('more', 'x', { type: 'M' }),
      file('odd', 'x', { type: 'Z' }),
      file('sparse', 'x', { type: 'S' }),
      file('names', 'x', { type: 'D' }),
    ]),
  );
  expect(opened.files.map(({ path }) => path)).toEqual(['a/b', 'contiguous']);
  expect(reasonsOf(opened)).toEqual([
    'a is also a folder in the archive',
    '[char] char is a device',
    '[block] block is a device',
    '[pipe] pipe is a pipe',
    '[label] label is the label of the archive',
    '[more] more continues in another archive',
    '[odd] odd is neither a file nor a folder',
    '[sparse] sparse is a sparse file',
  ]);
});

describe('damaged archives', () => {
  const tar = tarFile([file('a', 'a'.repeat(3_000)), file('b')]);
  const gzip = new Uint8Array(gzipSync(tar));
  const changed = (bytes: Uint8Array, at: number, value: number) =>
    Uint8Array.from(bytes, (byte, index) => (index === at ? value : byte));
  const sized = (size: Uint8Array) => {
    const header = tarHeader({ name: 'a', bytes: 'x' }, size);
    return new Uint8Array(Buffer.concat([header, Buffer.alloc(2_048)]));
  };
  const base256 = (...bytes: number[]) => Uint8Array.from({ length: 12 }, (_, at) => bytes[at] ?? 0xff);

  it.each([
    ['a wrong checksum', changed(tar, 3_584 + 3, 7), 'it is a damaged TAR file'],
    ['a wrong checksum at the start', changed(tar, 3, 7), 'it is a damaged TAR file'],
    ['a file that is cut off', tar.slice(0, 1_000), 'it is a damaged TAR file: its end is missing'],
    ['a header that is cut off', tar.slice(0, 3_584 + 100), 'it is a damaged TAR file: its end is missing'],
    ['a gzip file that is cut off', gzip.slice(0, gzip.length - 12), 'it is a damaged gzip file'],
    ['a wrong sum of a gzip file', changed(gzip, gzip.length - 6, 99), 'it is a damaged gzip file'],
    [
      'another file in gzip',
      new Uint8Array(gzipSync('x'.repeat(2_000))),
      'it is neither a ZIP nor a TAR file',
    ],
    ['another file', new TextEncoder().encode('x'.repeat(2_000)), 'it is neither a ZIP nor a TAR file'],
    ['a short file', new TextEncoder().encode('x'), 'it is neither a ZIP nor a TAR file'],
    ['an empty file', new Uint8Array(0), 'it is neither a ZIP nor a TAR file'],
    ['a negative size', sized(base256(0xff)), 'it is a damaged TAR file'],
    ['a size of exabytes', sized(base256(0x80, 0, 0, 0, 0, 0x10, 0, 0)), 'its end is missing'],
    ['a size without digits', sized(new TextEncoder().encode('-00000000001')), 'it is a damaged TAR file'],
    ['an endless long name', tarFile([file('n', 'x', { type: 'L', size: 8e9 })]), 'damaged TAR file'],
  ])('%s', async (_, bytes, reason) => {
    await expect(open(bytes)).rejects.toThrow(reason);
  });

  it.each([0, 512])(
    'says that files may be missing if the end was not written, or half of it',
    async (end) => {
      const opened = await open(tar.slice(0, 512 + 3_072 + 1_024 + end));
      expect(opened.files.map(({ path }) => path)).toEqual(['a', 'b']);
      expect(reasonsOf(opened)).toEqual(['the end of the archive is missing, so files may be missing']);
    },
  );

  it('says that data after the end is ignored', async () => {
    const opened = await open(new Uint8Array(Buffer.concat([tar, tar])));
    expect(opened.files.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(reasonsOf(opened)).toEqual(['the data after the end of the archive is ignored, as by tar']);
  });

  it('reads what it can from a ZIP file with wrong sizes and checksums', async () => {
    const damaged = [
      { name: 'less', bytes: 'x'.repeat(2_000), claimed: 5 },
      { name: 'more', bytes: 'x', claimed: 2_000 },
      { name: 'sum', bytes: 'x', sum: 7 },
      { name: 'stored less', bytes: 'xx', claimed: 1, isStored: true },
      { name: 'stored more', bytes: 'x', claimed: 2, isStored: true },
      { name: 'stored sum', bytes: 'x', sum: 7, isStored: true },
    ] as const;
    const opened = await open(
      zipFile([
        { name: 'a', bytes: 'a' },
        { name: 'b', bytes: 'b', isStored: true },
        ...damaged,
        { name: 'same', bytes: 'x', isShared: true },
      ]),
    );
    const read = await Promise.allSettled(opened.files.map((each) => each.read()));
    expect(read.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      ...damaged.map(() => 'rejected'),
    ]);
    expect(reasonsOf(opened)).toEqual(['[same] same shares its data with another file']);
  });
});

describe('archives that unpack to too much', () => {
  const limits: Limits = { entries: 50, bytes: 3_000_000, ratio: 100 };
  const zeros = (length: number) => new Uint8Array(length);

  it('refuses by ratio, size, and number of entries', async () => {
    const flat = new Uint8Array(gzipSync(tarFile([file('a', zeros(2_000_000))])));
    await expect(open(flat, limits)).rejects.toThrow('it unpacks to more than 100 times its size');
    await expect(open(tarFile([file('a', zeros(4_000_000))]), limits)).rejects.toThrow(
      'it unpacks to more than 3 MB',
    );
    const many = Array.from({ length: 51 }, (_, at) => file(`${at}`, ''));
    await expect(open(tarFile(many), limits)).rejects.toThrow('it has more than 50 files and folders');
    await expect(open(zipFile(many), limits)).rejects.toThrow('it has more than 50 files and folders');
    const deep = Array.from({ length: 2 }, (_, at) => file(`${at}${'/d'.repeat(40)}/f`, ''));
    await expect(open(tarFile(deep), limits)).rejects.toThrow('it has more than 50 folders');
  });

  it('refuses a ZIP file by the sizes in its directory, and leaves out single files by their ratio', async () => {
    const large = ['a', 'b', 'c', 'd'].map((name) => ({ name, bytes: zeros(900_000) }));
    await expect(open(zipFile(large), limits)).rejects.toThrow('it unpacks to more than 3 MB');
    const opened = await open(
      zipFile([
        { name: 'a', bytes: 'a' },
        { name: 'b', bytes: zeros(2_000_000) },
      ]),
      limits,
    );
    expect(await textsOf(opened)).toEqual({ a: 'a' });
    expect(reasonsOf(opened)).toEqual(['[b] b unpacks to more than 100 times its size']);
  });

  it('stops a bomb early', async () => {
    // 4 GB of zeros in gzip: the same compressed block over and over.
    const block = deflateRawSync(zeros(10_000_000), { finishFlush: constants.Z_SYNC_FLUSH });
    const bomb = new Uint8Array(
      Buffer.concat([gzipSync('').subarray(0, 10), ...Array<Buffer>(400).fill(block)]),
    );
    const started = performance.now();
    await expect(open(bomb, { ...LIMITS, bytes: 50_000_000 })).rejects.toThrow(
      'it unpacks to more than 50 MB',
    );
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('ends when it is canceled', async () => {
    const aborted = new AbortController();
    const opening = openArchivedFolder(new Blob([tarFile([file('a', zeros(4_000_000))])]), {
      signal: aborted.signal,
      progress: () => {
        aborted.abort();
      },
    });
    await expect(opening).rejects.toThrow('abort');
  });
});

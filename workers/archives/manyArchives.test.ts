/** Many generated archives: read like the libraries of Python read them, and never more than refused if they are damaged. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { tarFile } from '../../tests/tarFile';
import { zipFile } from '../../tests/zipFile';
import { openArchivedFolder } from './archivedFolder';

const opening = { signal: new AbortController().signal, progress: () => undefined };

/** Writes archives with files, links, and repeated names, and prints what Python finds in them. */
const PYTHON = `
import hashlib, io, json, random, sys, tarfile, zipfile
random.seed(7)
folder, count = sys.argv[1], int(sys.argv[2])
def name():
    return '/'.join(random.choice(['a', 'b', 'src', 'ü', 'n' * 120, 'x y', '.env', '%41']) for _ in range(random.randint(1, 4))) + '.txt'
def data():
    return random.choice([b'', b'x', random.randbytes(random.randint(1, 3000)), b'text' * random.randint(1, 9000)])
listed = []
for at in range(count):
    entries = [(name(), data()) for _ in range(random.randint(1, 25))]
    if at % 4 == 0:
        path = f'{folder}/{at}.zip'
        with zipfile.ZipFile(path, 'w', random.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])) as archive:
            for each, content in entries: archive.writestr(each, content)
        with zipfile.ZipFile(path) as archive:
            found = {info.filename: archive.read(info) for info in archive.infolist()}
    else:
        path = f'{folder}/{at}.tar'
        kind = random.choice([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
        with tarfile.open(path, 'w:gz' if at % 2 else 'w', format=kind) as archive:
            for each, content in entries:
                info = tarfile.TarInfo(each)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
                if random.random() < 0.2:
                    link = tarfile.TarInfo(each + '.link')
                    link.type, link.linkname = random.choice([tarfile.SYMTYPE, tarfile.LNKTYPE]), each
                    archive.addfile(link)
        with tarfile.open(path) as archive:
            found = {info.name: archive.extractfile(info).read() for info in archive if info.isreg()}
    listed.append([path, {each: hashlib.sha256(content).hexdigest() for each, content in found.items()}])
print(json.dumps(listed))
`;

it('reads 100 archives as Python does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-archives-'));
  const printed = execFileSync('python3', ['-W', 'ignore', '-c', PYTHON, folder, '100'], {
    maxBuffer: 1e8,
    encoding: 'utf8',
  });
  for (const [path, expected] of JSON.parse(printed) as [string, Record<string, string>][]) {
    const { files } = await openArchivedFolder(new Blob([readFileSync(path)]), opening);
    const hashes: Record<string, string> = {};
    for (const { path: name, read } of files)
      hashes[name] = createHash('sha256')
        .update(new Uint8Array(await read()))
        .digest('hex');
    expect(hashes, path).toEqual(withoutTop(expected));
  }
  rmSync(folder, { recursive: true });
});

/** Drops the folder that all files are in. */
function withoutTop(hashes: Record<string, string>): Record<string, string> {
  const tops = new Set(Object.keys(hashes).map((name) => (name.includes('/') ? name.split('/')[0] : '')));
  const [top = ''] = tops.size === 1 ? tops : [];
  return Object.fromEntries(
    Object.entries(hashes).map(([name, hash]) => [top === '' ? name : name.slice(top.length + 1), hash]),
  );
}

it('refuses or reads 10,000 damaged archives, always with a reason', async () => {
  const parts = [
    { name: 'top/a.txt', bytes: 'a\n'.repeat(300) },
    { name: `top/${'n'.repeat(120)}`, bytes: 'long' },
    { name: 'top/link', bytes: '', type: '2' },
    { name: 'top/b/c', bytes: 'c' },
  ];
  const tar = tarFile(parts);
  const whole = [tar, new Uint8Array(gzipSync(tar)), new Uint8Array(await zipFile(parts).arrayBuffer())];
  const limits = { entries: 100, bytes: 1_000_000, ratio: 100 };
  const random = createRandom();
  let opened = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = damaged(whole[round % whole.length] ?? tar, random);
    try {
      const { files, leftOut } = await openArchivedFolder(new Blob([bytes]), { ...opening, limits });
      opened += 1;
      for (const { reason } of leftOut) expect(reason).not.toBe('');
      expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(limits.bytes);
      for (const { read, size } of files) {
        const content = await read().catch(() => undefined);
        expect(content?.byteLength ?? size).toBe(size);
      }
    } catch (error) {
      expect((error as Error).message).toMatch(/^it (?:is a damaged|is neither|unpacks|has more)/);
    }
  }
  expect(opened).toBeGreaterThan(500);
});

function damaged(whole: Uint8Array, random: (most: number) => number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(whole);
  const kind = random(5);
  if (kind === 0) return bytes.slice(0, random(bytes.length));
  const from = random(bytes.length);
  if (kind === 1) bytes.copyWithin(random(bytes.length), from, from + random(600));
  if (kind === 2) bytes.fill(random(2) * 255, from, from + random(40));
  if (kind > 2) for (let times = random(6); times >= 0; times -= 1) bytes[random(bytes.length)] = random(256);
  return bytes;
}

/** Always the same numbers below `most`. */
function createRandom(): (most: number) => number {
  let state = 1;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
}

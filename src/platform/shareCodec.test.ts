import fc from 'fast-check';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { anyPreset } from '../../tests/arbitraries/anyPreset';
import { parseImport } from '../core/presets/importText';
import { presetsToJson } from '../core/presets/write';
import { shareCodec } from './shareCodec';

function codeOf(bytes: Uint8Array): string {
  return Buffer.from(deflateRawSync(bytes)).toString('base64url');
}

test('a preset comes out of a link as it went in, and the link is plain letters', async () => {
  await fc.assert(
    fc.asyncProperty(anyPreset, async (preset) => {
      const code = await shareCodec.encode(presetsToJson({ presets: [preset] }));
      expect(code).toMatch(/^[\w-]+$/);
      const shared = await shareCodec.decode(code);
      const read = shared.kind === 'text' ? parseImport(shared.text) : shared;
      expect(read.kind === 'import' && read.presets.map((each) => each.preset)).toStrictEqual([preset]);
    }),
    { numRuns: 100 },
  );
});

test('long text is much shorter in a link', async () => {
  const code = await shareCodec.encode('src/core/presets/importText.ts\n'.repeat(30_000));
  expect(code.length).toBeLessThan(10_000);
});

test('a bomb is refused before it goes off', async () => {
  const bomb = codeOf(Buffer.alloc(200_000_000));
  expect(await shareCodec.decode(bomb)).toEqual({
    kind: 'refused',
    reason: 'its content is larger than 1 MB',
  });
  expect((await shareCodec.decode(codeOf(Buffer.alloc(1_000_000, 'a')))).kind).toBe('text');
});

test.each([
  ['', 'nothing'],
  ['a', 'less than a byte'],
  ['%2e%2e', 'other letters'],
  ['AAAA', 'no deflated data'],
  [codeOf(Buffer.from([0xff, 0xfe, 0xfd])), 'no UTF-8'],
  [codeOf(Buffer.from('x'.repeat(500))).slice(0, -4), 'cut off'],
])('%j is refused: %s', async (code) => {
  expect(await shareCodec.decode(code)).toEqual({
    kind: 'refused',
    reason: 'the link is cut off or changed',
  });
});

test('any change of a code is refused, or gives text that an import judges', async () => {
  const code = await shareCodec.encode('{"context_presets": {"x": {"files": ["src/a.ts", "src/b.ts"]}}}');
  await fc.assert(
    fc.asyncProperty(fc.nat(code.length - 1), fc.constantFrom('A', '_', '-', '9', ''), async (at, letter) => {
      const shared = await shareCodec.decode(code.slice(0, at) + letter + code.slice(at + 1));
      if (shared.kind === 'text') expect(['import', 'refused']).toContain(parseImport(shared.text).kind);
    }),
    { numRuns: 500 },
  );
});

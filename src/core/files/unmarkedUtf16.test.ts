import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unmarkedUtf16 } from './unmarkedUtf16';

const utf8 = (text: string) => new TextEncoder().encode(text);
const littleEndian = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const bigEndian = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

const letters = {
  Latin: 'the quick brown fox jumps over the lazy dog äöüßéñçø',
  Greek: 'ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  Cyrillic: 'съешь же ещё этих мягких французских булок да выпей чаю',
  Hebrew: 'דג סקרן שט בים מאוכזב ולפתע מצא חברה',
  Arabic: 'نص حكيم له سر قاطع وذو شأن عظيم',
  Devanagari: 'ऋषियों को सताने वाले दुष्ट राक्षसों',
  Thai: 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า',
  Japanese: 'いろはにほへと、散りぬるを。我が世誰ぞ常ならむ',
  Korean: '키스의 고유조건은 입술끼리 만나야 하고',
};

const textOf = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet, '\n', ' ', '1', '😀'), minLength: 64, maxLength: 300 });

describe('unmarkedUtf16', () => {
  it.each(Object.entries(letters))('recognizes %s in both byte orders', (_, alphabet) => {
    fc.assert(
      fc.property(textOf(alphabet), (text) => {
        expect(unmarkedUtf16(littleEndian(text))).toBe('utf-16le');
        expect(unmarkedUtf16(bigEndian(text))).toBe('utf-16be');
      }),
      { numRuns: 300 },
    );
  });

  it.each(['ok\r\n', 'x = 1\r\ny = "é"\r\n', '中文文本也没有空格或换行符的时候一样可以读出来了'])(
    'recognizes %j',
    (text) => {
      expect(unmarkedUtf16(littleEndian(text))).toBe('utf-16le');
      expect(unmarkedUtf16(bigEndian(text))).toBe('utf-16be');
    },
  );

  it('is not confused by a pair that the end of the probe cuts', () => {
    expect(unmarkedUtf16(littleEndian(`${'a'.repeat(3_999)}😀 and more`))).toBe('utf-16le');
  });

  it.each(Object.entries(letters))('leaves UTF-8 alone (%s)', (_, alphabet) => {
    fc.assert(
      fc.property(textOf(`${alphabet}\t\u001b`), (text) => {
        expect(unmarkedUtf16(utf8(text))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('leaves ASCII alone, which reads as Chinese in pairs, and Latin-1', () => {
    expect(unmarkedUtf16(utf8('bush hid the facts'))).toBeUndefined();
    expect(unmarkedUtf16(utf8('x'.repeat(1_000)))).toBeUndefined();
    expect(unmarkedUtf16(Uint8Array.from(Buffer.from('déjà vu, être à côté\n', 'latin1')))).toBeUndefined();
  });

  it('leaves binary data alone', () => {
    // Random bytes: short and mostly low ones could pass as text.
    fc.assert(
      fc.property(fc.noBias(fc.uint8Array({ minLength: 16, maxLength: 200 })), (bytes) => {
        expect(unmarkedUtf16(bytes)).toBeUndefined();
      }),
      { numRuns: 20_000 },
    );
    const numbers = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 16, maxLength: 200 });
    fc.assert(
      fc.property(numbers, (list) => {
        expect(unmarkedUtf16(new Uint8Array(Uint16Array.from(list).buffer))).toBeUndefined();
        expect(unmarkedUtf16(new Uint8Array(Uint32Array.from(list).buffer))).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });

  it('leaves a binary file alone that begins with UTF-16', () => {
    const noise = Uint8Array.from({ length: 40_000 }, (_, i) => (i * i * 31 + i * 17 + (i >> 3)) & 0xff);
    expect(unmarkedUtf16(Uint8Array.from([...littleEndian('a'.repeat(4_000)), ...noise]))).toBeUndefined();
  });
});

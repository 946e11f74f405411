import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import { decodeText } from './decode';

/** Encodes by the decoder's own table: the platform has no encoder for these. */
function encoderFor(encoding: SourceEncoding): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && !bytesOf.has(text)) bytesOf.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return (text) => Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? 0x3f));
}

const TEXTS: readonly (readonly [SourceEncoding, string])[] = [
  ['gbk', '// 打开文件，返回读取的字节数。\nint open(); // 如果没有找到，则返回空\n'],
  ['big5', '// 開啟檔案，並傳回讀取的位元組數。\nint open(); // 如果沒有找到，就傳回空值\n'],
  ['shift_jis', '// ファイルを開いて、読み込んだバイト数を返します。\nint open();\n'],
  ['euc-jp', '// ファイルを開いて、読み込んだバイト数を返します。\nint open();\n'],
  ['euc-kr', '// 파일을 열고 읽은 바이트 수를 반환합니다.\nint open();\n'],
  ['windows-1251', '// Открывает файл и возвращает количество прочитанных байтов.\nint open();\n'],
  ['koi8-r', '// Открывает файл и возвращает количество прочитанных байтов.\nint open();\n'],
  ['windows-1253', '// Ανοίγει το αρχείο και επιστρέφει τον αριθμό των οκτάδων.\nint open();\n'],
];

const WESTERN =
  `Zażółć façade über größer Öffnet die Datei für später läuft nächste Geändert année déjà où être reçu côté
  élève naïve señor mañana año está después también così perché più città è già não ação informações três avó então
  för att läsa från även större får når først hører også være sä että myös päivää ääni hyvää yötä þetta það er íslenska
  què això però número més à î â ê ô û ï ë ü ÿ œuvre Çà où égalité übrig Straße ß ÄÖÜ ÉÈ ¿Qué ¡Sí «oui» “ja” – … € £ ° §
  crème brûlée façon garçon leçon pêche tâche maître où là ñandú pingüino cigüeña El Niño Malmö Århus Ålesund Ærø`
    .split(/\s+/)
    .filter((word) => !/[żć]/.test(word));

describe('texts from before Unicode', () => {
  it.each(TEXTS)('recognizes %s, and says so', (encoding, text) => {
    expect(decodeText(encoderFor(encoding)(text))).toMatchObject({
      kind: 'text',
      text,
      encoding,
      warnings: [{ kind: 'guessed-encoding', encoding }],
    });
  });

  it.each(TEXTS)('reads a few characters of %s as windows-1252', (encoding, text) => {
    const few = text.replaceAll(/[^\0-\u007f]/g, (character, at: number) => (at < 9 ? character : ''));
    expect(decodeText(encoderFor(encoding)(few))).toMatchObject({ encoding: 'windows-1252' });
  });

  it('never takes Western European text for anything else', () => {
    const encode = encoderFor('windows-1252');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WESTERN), { minLength: 1, maxLength: 60 }), (words) => {
        expect(decodeText(encode(`${words.join(' ')} é\n`))).toMatchObject({ encoding: 'windows-1252' });
      }),
      { numRuns: 500 },
    );
  });
});

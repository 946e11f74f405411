/** Texts to count: from the folder, and generated ones that are hard for tokenizers. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedFile } from '../../src/app/automation/report';
import { SITE } from './site';

export interface Corpus {
  readonly name: string;
  /** Relative to the app's address. */
  readonly path: string;
  /** Not given to a tokenizer with quadratic time. */
  readonly isHostile: boolean;
}

const SOURCE_BYTES = 16_000_000;
const OTHER_BYTES = 1_000_000;
const LARGEST_TEXT = 1_000_000;
const PROSE = new Set(['markdown', 'restructuredtext', 'plaintext', 'text', 'html']);
const NO_SOURCE = new Set([...PROSE, 'json', 'csv', 'xml', 'svg', 'po']);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HAN =
  '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长' +
  '知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市';
const RUSSIAN =
  'в и не на я быть он с что а это весь они мы который человек сказать год время рука дело раз жизнь слово место';

/** Writes the texts where the bench's page can fetch them. */
export async function writeCorpora(
  folder: string,
  files: readonly ReportedFile[],
): Promise<readonly Corpus[]> {
  const texts = files.filter(({ state, size }) => state === 'text' && size <= LARGEST_TEXT);
  const source = texts.filter(({ language }) => !NO_SOURCE.has(language));
  const prose = texts.filter(({ language }) => PROSE.has(language));
  const corpora: readonly (readonly [string, readonly string[], boolean])[] = [
    ['source', await readSome(folder, source, SOURCE_BYTES), false],
    ['prose', await readSome(folder, prose, OTHER_BYTES), false],
    ['Chinese', randomText(letters(HAN), ['，', '。', '\n']), false],
    ['Russian', randomText(RUSSIAN.split(' '), [' ', ' ', ', ', '.\n']), false],
    ['emoji', randomText(['😀', '👩‍👩‍👧', '🇩🇪', '👍🏽', 'ok', 'é', '∑'], [' ', '', '\n']), false],
    ['base64 in lines', randomText(letters(BASE64), [''], 76), false],
    ['one line of base64', randomText(letters(BASE64), ['']), true],
    ['one letter', ['a'.repeat(OTHER_BYTES)], true],
    ['one ideograph', ['中'.repeat(OTHER_BYTES / 3)], true],
    ['random letters of one class', randomText(letters('abcdefghijklmnopqrstuvwxyz'), ['']), true],
    ['spaces', [' '.repeat(OTHER_BYTES)], true],
  ];
  await mkdir(join(SITE, 'bench/corpora'), { recursive: true });
  const written: Corpus[] = [];
  for (const [name, list, isHostile] of corpora) {
    if (list.length === 0) continue;
    const path = `bench/corpora/${name.replaceAll(' ', '-')}.json`;
    await writeFile(join(SITE, path), JSON.stringify(list));
    written.push({ name, path, isHostile });
  }
  return written;
}

/** Files spread evenly over the list, until there is enough text. */
async function readSome(folder: string, files: readonly ReportedFile[], bytes: number): Promise<string[]> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const step = Math.max(1, all / bytes);
  const texts: string[] = [];
  for (let at = 0; at < files.length; at += step) {
    const file = files[Math.floor(at)];
    if (file === undefined) continue;
    // gpt-tokenizer treats U+FEFF as white space, unlike tiktoken, and so gets other counts around it.
    texts.push((await readFile(join(folder, file.path), 'utf8')).replaceAll('\ufeff', ''));
  }
  return texts;
}

function letters(text: string): string[] {
  return text.split('');
}

/** A text of random words and separators, the same every time. If `width` is given, it is broken into lines. */
function randomText(words: readonly string[], separators: readonly string[], width?: number): string[] {
  const random = randomNumbers(20_260_101);
  const draw = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const utf8 = new TextEncoder();
  const parts: string[] = [];
  for (let bytes = 0, column = 0; bytes < OTHER_BYTES;) {
    const part = draw(words) + (random() < 0.2 || separators.includes(' ') ? draw(separators) : '');
    parts.push(part);
    bytes += utf8.encode(part).length;
    column += part.length;
    if (width === undefined || column < width) continue;
    parts.push('\n');
    column = 0;
  }
  return [parts.join('')];
}

/** mulberry32 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

import type { SourceEncoding } from './sourceEncoding';

/** A way to write a language before Unicode, and how its texts look. */
interface LegacyScript {
  readonly encodings: readonly SourceEncoding[];
  /** The commonest characters. In bytes read as another encoding's, they are rare. */
  readonly common: RegExp;
  /** Their usual share of the characters outside ASCII. */
  readonly share: number;
  /** Matches the words of an alphabet: runs of its letters without Latin ones among them. */
  readonly words?: RegExp;
}

/** Counted in the translations of GNU and desktop programs. */
const SCRIPTS: readonly LegacyScript[] = [
  {
    encodings: ['gbk'],
    common:
      /[的用件文。不：无数，在法有个为字中是出时一名行符定使标选式表置（项）目“”到对可能要输效示列入以错录设作或指存于已未本器语据程和分将取类值号包进误新参型接信大显打模引除序制命间过没失务前支被动上格令提部正配息了户建后组位如重认败下称内所库加小更度开密子关应码果系空索发需图查签多量这我他们来说就会也得着那里人道生学天]/g,
    share: 0.6,
  },
  {
    encodings: ['big5'],
    common:
      /[的用。檔：無，不定案法在式有字數使「」選目個時設是為示中名指項出列取件位入一標元要行輸作語以錯效稱可到資或號顯已新表存本誤能未動除區程分於錄將提引訊組值格結符者開大沒和對令如前正合文模置重間後失型否支建料更所鍵過版（）度預變碼會工敗來啟下內立執理果上記印空發小生寫請器此子參應機類這我他們說就也得著那裡人道學天]/g,
    share: 0.6,
  },
  { encodings: ['shift_jis', 'euc-jp'], common: /[ぁ-んァ-ヴー、。]/g, share: 0.7 },
  {
    encodings: ['euc-kr'],
    common:
      /[이다니지을수에습는로를하시없자가스일의정기용파서음합사리할트인어한은오션위터않문있그아대드제보상으만부프표름값옵치작해함모실크패입력데형전바여버식소명고나설행면경된키중업도되디요열들세메성못블구목적출개라과호록동변류레비료거잘테령번조야원내]/g,
    share: 0.75,
  },
  {
    encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    common: /[аеиіонртслвкпдмуя]/g,
    share: 0.8,
    words: /(?<![A-Za-z])[\u0400-\u04ff]{2,}(?![A-Za-z])/g,
  },
  {
    encodings: ['windows-1253'],
    common: /[αετοινσρκςπμλάίόή]/g,
    share: 0.81,
    words: /(?<![A-Za-z])[\u0370-\u03ff]{2,}(?![A-Za-z])/g,
  },
  {
    encodings: ['windows-1255'],
    common: /[יולתהרמאשבנםקד]/g,
    share: 0.85,
    words: /(?<![A-Za-z])[\u0590-\u05ff]{2,}(?![A-Za-z])/g,
  },
];

/** Fewer characters prove nothing. An alphabet has few letters, so another one's look like them more often. */
const MIN_CHARACTERS = { alphabet: 32, other: 8 };

/** The least part of the usual share. */
const MIN_LIKENESS = { alphabet: 0.85, other: 0.6 };

/** The least share of characters in words of their alphabet. */
const MIN_IN_WORDS = 0.7;

/** A longer text is no more certain. */
const PROBE_BYTES = 128_000;

/**
 * Recognizes Chinese, Japanese, Korean, Cyrillic, Greek, and Hebrew text in its usual encodings; undefined if the bytes may be
 * anything else. `decode` returns undefined for bytes that are not in an encoding; those of a `part` may end within a character.
 */
export function provenEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: SourceEncoding, part?: 'part') => string | undefined,
): SourceEncoding | undefined {
  const probe = bytes.subarray(0, PROBE_BYTES);
  const found = SCRIPTS.flatMap((script) =>
    script.encodings.flatMap((encoding) => {
      const text = decode(probe, encoding, 'part');
      const likeness = text === undefined ? 0 : likenessOf(text, script);
      return likeness > 0 ? [{ encoding, likeness }] : [];
    }),
  );
  const byLikeness = found.toSorted((a, b) => b.likeness - a.likeness);
  return byLikeness.find(({ encoding }) => decode(bytes, encoding) !== undefined)?.encoding;
}

/** 1 for a usual text, 0 for one that proves nothing. */
function likenessOf(text: string, { common, share, words }: LegacyScript): number {
  const kind = words === undefined ? 'other' : 'alphabet';
  const count = unitsIn(text, /[^\0-\u007f]+/g);
  if (count < MIN_CHARACTERS[kind]) return 0;
  if (words !== undefined && unitsIn(text, words) < MIN_IN_WORDS * count) return 0;
  const likeness = unitsIn(text, common) / count / share;
  return likeness < MIN_LIKENESS[kind] ? 0 : likeness;
}

function unitsIn(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).join('').length;
}

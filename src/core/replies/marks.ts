/** Lines that formats put around the texts of an edit. */
import { decoded } from './decodings';

export type Mark =
  /** `length`: number of marker characters, which pairs the marks of one block. */
  | {
      readonly kind: 'open' | 'middle' | 'close';
      readonly family: BlockFamily;
      readonly length: number;
    }
  | { readonly kind: 'patch'; readonly verb: PatchVerb; readonly rest: string }
  | { readonly kind: 'git' }
  | { readonly kind: 'hunk' }
  /** `<file path="…">` and the tags inside it. */
  | { readonly kind: 'tag'; readonly name: string; readonly isEnd: boolean }
  /** A line with a key of a str_replace call. */
  | { readonly kind: 'key' };

export type BlockFamily = 'search' | 'guillemets' | 'squares';

export type PatchVerb = 'begin' | 'end' | 'add' | 'update' | 'delete' | 'move' | 'end-of-file';

/** Undefined for a line that is no mark. Blanks, entities, and invisible characters around a mark do not matter. */
export function markOf(line: string): Mark | undefined {
  if (CALL_KEY.test(line)) return { kind: 'key' };
  if (line.length > LONGEST) return undefined;
  const first = /\S/.exec(line)?.[0];
  if (first === undefined || !(MAY_BEGIN.test(first) || first > '\u007f')) return undefined;
  const text = decoded(line).trim();
  return blockMark(text) ?? patchMark(text) ?? diffMark(text) ?? tagMark(text);
}

/** Whether a mark stands for an edit even if nothing around it does. A row of `=` is also a heading. */
export function isTelling(mark: Mark): boolean {
  if (mark.kind === 'middle') return mark.family !== 'search';
  if (mark.kind === 'tag') return mark.name === 'file' && !mark.isEnd;
  return true;
}

/** Longer lines hold no mark but a key of JSON. */
const LONGEST = 500;
const MAY_BEGIN = /[<=>*@d&]/;
const CALL_KEY = /"(?:old_str|old_string|new_str|new_string|file_text)" ?:/;

function blockMark(text: string): Mark | undefined {
  const search = /^(<{5,9}|={5,9}|>{5,9})(?: ?([A-Za-z][\w ./:()-]{0,80}))?>?$/.exec(text);
  if (search !== null) {
    const [, marker = '', label = ''] = search;
    const kind = marker.startsWith('<') ? 'open' : marker.startsWith('>') ? 'close' : 'middle';
    if (kind === 'middle' && label !== '') return undefined;
    return { kind, family: 'search', length: marker.length };
  }
  for (const { family, open, middle, close } of RENAMED_BLOCKS) {
    const kind = open.test(text) ? 'open' : middle.test(text) ? 'middle' : close.test(text) ? 'close' : '';
    if (kind !== '') return { kind, family, length: 0 };
  }
  return undefined;
}

const RENAMED_BLOCKS = [
  {
    family: 'guillemets',
    open: /^«{3,9} ?EDIT$/,
    middle: /^═{3,40} ?REPL$/,
    close: /^»{3,9} ?(?:EDIT )?END$/,
  },
  {
    family: 'squares',
    open: /^(?:🟧){3} ?EDIT$/u,
    middle: /^(?:🟨){3} ?REPL$/u,
    close: /^(?:🟩){3} ?(?:EDIT )?END$/u,
  },
] as const;

function patchMark(text: string): Mark | undefined {
  if (!text.startsWith('*** ')) return undefined;
  for (const [verb, words] of PATCH_WORDS) {
    if (!text.startsWith(words, 4)) continue;
    const rest = text.slice(4 + words.length).trim();
    const hasPath = words.endsWith(':');
    if (hasPath === (rest !== '')) return { kind: 'patch', verb, rest };
  }
  return undefined;
}

const PATCH_WORDS: readonly (readonly [PatchVerb, string])[] = [
  ['begin', 'Begin Patch'],
  ['end', 'End Patch'],
  ['add', 'Add File:'],
  ['update', 'Update File:'],
  ['delete', 'Delete File:'],
  ['move', 'Move to:'],
  ['end-of-file', 'End of File'],
];

function diffMark(text: string): Mark | undefined {
  if (text.startsWith('diff --git ') || text.startsWith('diff --cc ')) return { kind: 'git' };
  return /^@@@? -\d/.test(text) ? { kind: 'hunk' } : undefined;
}

function tagMark(text: string): Mark | undefined {
  const tag = /^<(\/?)(file|change|search|content|new)\b[^<>]*>$/.exec(text);
  if (tag === null) return undefined;
  const [, slash, name = ''] = tag;
  if (name === 'file' && slash === '' && !/\spath\s*=/.test(text)) return undefined;
  return { kind: 'tag', name, isEnd: slash === '/' };
}

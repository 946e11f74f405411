/** Finds the files and symbols that a part of a sentence names. */
import type { RepoPath } from '../files/repoPath';
import { parseLineReference } from '../slices/lineReference';
import { filesOfSymbol, isFileName, LONGEST_NAME, resolveReference, symbolName } from './knownName';
import type { KnownNames, Wanted } from './request';

export interface Mention {
  readonly path: RepoPath;
  readonly wanted: Wanted;
  readonly written: string;
  /** Offset in the text. */
  readonly at: number;
}

interface Name {
  readonly written: string;
  readonly isQuoted: boolean;
  readonly start: number;
  readonly end: number;
}

interface NamedSymbol {
  readonly name: Name;
  readonly symbol: string;
  readonly files: readonly RepoPath[];
}

/** A symbol that more files define is too vague to be asked for by its name. */
const MOST_FILES = 3;

/** UTF-16 units, as a range of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The mentions in a part of a text. Symbols of a file that is named after them are asked for instead of the file. `isObject`: whether
 * the part is the object of a verb that asks, so that the words between the names tell which of them are meant.
 */
export function mentionsIn(
  text: string,
  { start, end }: Span,
  known: KnownNames,
  isObject = true,
): readonly Mention[] {
  const mentions: Mention[] = [];
  let symbols: NamedSymbol[] = [];
  let before = start;
  const addSymbols = (): void => {
    for (const { name, symbol, files } of symbols)
      for (const path of files.length > MOST_FILES ? [] : files)
        mentions.push({ path, wanted: { kind: 'symbol', symbol }, written: name.written, at: name.start });
    symbols = [];
  };
  for (const name of namesIn(text, start, end)) {
    const gap = text.slice(before, name.start);
    const found = fileOf(name, known);
    const symbol = found === undefined ? symbolOf(name, text, known) : undefined;
    if (found === undefined && symbol === undefined) continue;
    const isOther = isObject && (isOtherThing(gap) || USED.test(text.slice(name.end, name.end + 60)));
    before = name.end;
    if (symbol !== undefined) {
      if (!isOther) symbols.push(symbol);
      continue;
    }
    if (found === undefined) continue;
    const own = IN.test(gap) ? symbols.filter(({ files }) => files.includes(found.path)) : [];
    symbols = symbols.map((each) => (own.includes(each) ? { ...each, files: [found.path] } : each));
    addSymbols();
    const isPlace =
      isObject && IN.test(gap) && !NAMES_CODE.test(gap) && !/^\W*(?:contents|code|what)/i.test(gap);
    if (own.length > 0 || isOther || (isPlace && /\w/.test(gap.replace(IN, '')))) continue;
    const wanted = found.wanted.kind === 'file' ? partOf(text, name, gap) : found.wanted;
    mentions.push({ path: found.path, wanted, written: name.written, at: name.start });
  }
  addSymbols();
  return mentions;
}

const NAME = /(?<!`)(`+)([^`\n]+)\1|\[([^\]\n]{1,400})\]\([^)\s]{0,400}\)|[^\s`|]+/g;

function* namesIn(text: string, from: number, to: number): Generator<Name> {
  for (const match of text.slice(from, to).matchAll(NAME)) {
    const [whole, , quoted, linked] = match;
    const written = (quoted ?? linked ?? whole).trim();
    const start = from + match.index;
    const end = start + whole.length;
    if (written.length > LONGEST_NAME) continue;
    const plain = written.replace(/^[*_("'[<`]+/, '').replace(/(?:'s|[*_"'\]>`.,;:!?)])+$/, '');
    const bare = written.includes('(') ? written.replace(/^[*_"'`]+|[*_"'`.,;:!?]+$/g, '') : plain;
    if (quoted !== undefined) yield { written, isQuoted: true, start, end };
    else
      yield {
        written: /\(\)$/.test(bare) ? bare : plain,
        isQuoted: linked?.startsWith('`') === true,
        start,
        end,
      };
  }
}

function fileOf({ written, isQuoted }: Name, known: KnownNames) {
  const found = resolveReference(written, known);
  if (typeof found === 'string') return undefined;
  // Words such as `Express.js` and `license` may be the names of files in another case.
  const isWord = !written.includes('/') && found.wanted.kind === 'file';
  if (isWord && !isFileName(written, found.path)) return undefined;
  return isQuoted || /[./A-Z]/.test(written) ? found : undefined;
}

function symbolOf(name: Name, text: string, known: KnownNames): NamedSymbol | undefined {
  const symbol = symbolName(name.written);
  if (symbol === undefined) return undefined;
  if (!name.isQuoted && !LOOKS_LIKE_CODE.test(name.written) && !isCalledCode(name, text)) return undefined;
  const files = filesOfSymbol(symbol, known);
  return files.length === 0 ? undefined : { name, symbol, files };
}

const LOOKS_LIKE_CODE = /[a-z\d][A-Z]|\w_\w|\(\)$|::/;

/** `the Parser class` */
function isCalledCode({ written, end }: Name, text: string): boolean {
  return (
    /^[A-Z]/.test(written) &&
    /^\W{0,3}\s(?:class|component|interface|type|struct|enum|trait|model|function|method|hook)\b/.test(
      text.slice(end, end + 40),
    )
  );
}

/** Whether the words before a name ask for something else, such as the output of a script. */
function isOtherThing(gap: string): boolean {
  const last = gap.split(/[,;:]|\b(?:and|or|plus)\b/).at(-1) ?? '';
  return (
    OTHER.test(last) ||
    (/\b(?:into|onto|to|with|about|on|for|by|via|using|against|than)\s+(?:(?:the|your|a)\s+)?(?:file\s+)?\W*$/i.test(
      last,
    ) &&
      !/\b(?:code|source|implementation|definition|contents?|access|look)\s+(?:for|to)\s+(?:(?:the|your)\s+)?\W*$/i.test(
        last,
      ))
  );
}

const OTHER =
  /\b(?:outputs?|errors?(?!\s+handl)|logs?|traces?|stacktrace|traceback|results?|screenshots?|versions?\s+of\s+(?!`|\W*\S+[./])|values?|thoughts?|feedback|opinions?|ideas?|preferences?|links?|keys?|examples?|tests?\s+(?:file\s+|suite\s+)?(?:for|of)|callers?|calls?|usages?|uses|steps?|details|information|reproduction|messages?|reasons?|warnings?)\b/i;

const USED = /^\W{0,3}\s*(?:is|are|gets?|was)\s+(?:being\s+)?(?:used|called|invoked|imported)\b/i;
const IN = /\b(?:in|from|inside|within|at|of|under)\s+(?:(?:the|your)\s+)?(?:file\s+)?\W*$/i;
const NAMES_CODE =
  /\b(?:contents?|code|source|implementation|definition|body|functions?|methods?|class(?:es)?|components?|hooks?|interfaces?|types?|models?|lines?|parts?|sections?|version|files?|rest|exports?|outline|copy|look|what|what's|how)\b/i;

/** The lines or the outline that the words around a path ask for. */
function partOf(text: string, { start, end }: Name, gap: string): Wanted {
  if (/\boutline\s+(?:of|for)\s+(?:(?:the|your)\s+)?(?:file\s+)?\W*$/i.test(gap)) return { kind: 'outline' };
  const behind = /^[^\w\s]{0,3}[\s,(]{0,3}lines?\s+(\d+)\s*(?:-|–|—|to|through|and)\s*(\d+)/i.exec(
    text.slice(end, end + 60),
  );
  const front =
    /\blines?\s+(\d+)\s*(?:-|–|—|to|through|and)\s*(\d+)\s+(?:of|in|from)\s+(?:(?:the|your)\s+)?(?:file\s+)?\W*$/i.exec(
      text.slice(Math.max(0, start - 80), start),
    );
  const [, from = '', to = ''] = behind ?? front ?? [];
  const lines = parseLineReference(`#L${from}-${to}`);
  return lines === undefined ? { kind: 'file' } : { kind: 'lines', from: lines.startLine, to: lines.endLine };
}

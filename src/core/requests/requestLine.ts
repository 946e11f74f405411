/** Reads the lines of a `strata-request` fence. */
import type { RepoPath } from '../files/repoPath';
import { plainLine } from '../replies/decodings';
import { filesOfSymbol, LONGEST_NAME, resolvePath, resolveReference, symbolName } from './knownName';
import type { KnownNames, ReplyRequest, UnknownRequest } from './request';

/** UTF-16 units of a line that are shown if it names nothing. */
const SHOWN = 200;

/** The request in a line, which is not blank. `line` is its 1-based number. */
export function readRequestLine(
  text: string,
  line: number,
  known: KnownNames,
): ReplyRequest | UnknownRequest {
  if (text.length > 2 * LONGEST_NAME)
    return { written: text.slice(0, SHOWN), line, reason: 'The line is too long to name a file.' };
  const written = withoutMarks(text);
  const first = requestOf(written, line, known);
  if (!('reason' in first)) return first;
  const uncommented = written.replace(/\s+(?:#|\/\/|-{1,2}|–|—|\()(?:\s.*|\w.*\)?)$/, '');
  const second = uncommented === written ? first : requestOf(uncommented, line, known);
  return 'reason' in second ? first : second;
}

/** Models put request lines into lists and quotes. */
function withoutMarks(text: string): string {
  return plainLine(text)
    .trim()
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '')
    .replaceAll(/[`"]/g, '')
    .trim();
}

function requestOf(written: string, line: number, known: KnownNames): ReplyRequest | UnknownRequest {
  const plain = resolveReference(written, known);
  if (typeof plain !== 'string') return { path: plain.path, written, line, ...plain.wanted };
  const [, outlined] = /^outline:?\s+(?:of\s+)?(\S.*)$/i.exec(written) ?? [];
  if (outlined !== undefined) {
    const found = resolvePath(outlined, known);
    return found.kind === 'found'
      ? { path: found.path, written, line, kind: 'outline' }
      : { written, line, reason: found.reason };
  }
  const [, path, last] = /^(\S.*?)\s+(\S+)$/.exec(written) ?? [];
  const symbol = symbolName(last ?? written);
  if (symbol === undefined) return { written, line, reason: plain };
  // The symbols of a file that is named may not be known yet.
  const file = path === undefined ? onlyFile(filesOfSymbol(symbol, known)) : resolvePath(path, known);
  if (file === undefined) return { written, line, reason: plain };
  if (file.kind === 'unknown') return { written, line, reason: file.reason };
  return { path: file.path, written, line, kind: 'symbol', symbol };
}

function onlyFile(files: readonly RepoPath[]): { kind: 'found'; path: RepoPath } | undefined {
  const [only] = files;
  return only === undefined || files.length > 1 ? undefined : { kind: 'found', path: only };
}

import { isInBase64 } from './base64';
import { entropyOf, isPlaceholder, looksRandom } from './placeholders';
import { isBoundary, RANK, type Match, type Matcher } from './scan';
import { matchShape, parseShape, type Shape } from './shape';
import { PREFIXES, TOKEN_KINDS, type TokenKind } from './tokenKinds';

/** A matcher for each shape of each kind of token. */
export function tokenMatchers(purpose: 'findings' | 'summaries'): readonly Matcher[] {
  const kinds = purpose === 'findings' ? TOKEN_KINDS : [...TOKEN_KINDS, PREFIXES];
  return kinds.flatMap((kind) =>
    kind.shapes.split(' ').map((source) => {
      const shape = parseShape(source);
      return { keywords: [shape.keyword], match: matchToken(kind, shape) };
    }),
  );
}

function matchToken(kind: TokenKind, shape: Shape): Match {
  return (scan, keywordStart, keywordEnd) => {
    const { text } = scan;
    if (shape.before.length === 0 && !isBoundary(text, keywordStart)) return undefined;
    const match = matchShape(shape, text, keywordStart, keywordEnd);
    if (match === undefined || !isBoundary(text, match.start)) return undefined;
    const outer = { start: match.start, end: match.end };
    const isSummary = scan.purpose === 'summaries';
    if (entropyOf(text.slice(match.start, match.end)) < kind.entropy) return match.end;
    if (!isSummary && !isReal(kind, shape, text.slice(match.valueStart, match.valueEnd))) return match.end;
    if (!isSummary && isInBase64(text, match.start, match.end)) return match.end;
    scan.found.push({
      start: match.valueStart,
      end: match.valueEnd,
      kind: kind.id,
      rank: RANK.format,
      isPublic: kind.role === 'public by design',
      outer,
    });
    return match.end;
  };
}

function isReal(kind: TokenKind, shape: Shape, value: string): boolean {
  const random = value.startsWith(shape.keyword) ? value.slice(shape.keyword.length) : value;
  return !isPlaceholder(random) && (kind.role !== 'loose' || looksRandom(random));
}

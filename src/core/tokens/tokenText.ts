import { compact, grouped } from '../numberText';
import type { TokenEncoding } from './encoding';
import { estimateTokens, type Model, type TokenEstimate } from './models';

/**
 * Formats token counts for one model: exact, or an estimate marked `≈`. All counts on screen go through here, so that
 * each looks the same everywhere. `counted` is in the encoding of the settings; `isExact` is false if it is itself an
 * estimate.
 */
export interface TokenText {
  readonly model: Model;
  /** The encoding used for counting. */
  readonly encoding: TokenEncoding;
  /** In tokens of the model. */
  estimate(counted: number): TokenEstimate;
  /** Share of the model's window, where 1 fills it; undefined if its size is not published. */
  windowShare(counted: number): number | undefined;
  /** `3.2K`, `≈3.2K`; just `≈` for an estimate of 0. */
  short(counted: number, isExact?: boolean): string;
  /** `3,214`, `≈3,214`. */
  number(counted: number, isExact?: boolean): string;
  /** `3,214 tokens`, `≈1 token`. */
  long(counted: number, isExact?: boolean): string;
}

/** Formats counts made with `encoding` for `model`. */
export function tokenText(model: Model, encoding: TokenEncoding): TokenText {
  const estimate = (counted: number) => estimateTokens(model, counted, encoding);
  const text = (counted: number, isExact: boolean, write: (tokens: number) => string): string => {
    const { tokens, exact } = estimate(counted);
    if (exact && isExact) return write(tokens);
    return tokens === 0 ? (isExact ? write(0) : '≈') : `≈${write(tokens)}`;
  };
  const number = (counted: number, isExact = true) => text(counted, isExact, grouped);
  return {
    ...{ model, encoding, estimate },
    windowShare: (counted) =>
      model.window === undefined ? undefined : estimate(counted).tokens / model.window,
    short: (counted, isExact = true) => text(counted, isExact, compact),
    number,
    long: (counted, isExact = true) =>
      `${number(counted, isExact)} ${estimate(counted).tokens === 1 ? 'token' : 'tokens'}`,
  };
}

import type { FileFacts } from './fileFacts';

/** Why a text has no facts. The limit of `too-large` is in UTF-16 units. */
export type FallbackReason =
  | { readonly kind: 'no-grammar' }
  | { readonly kind: 'too-large'; readonly units: number }
  | { readonly kind: 'too-slow' }
  /** The parse has lost declarations; `line` is that of the first, 1-based. */
  | { readonly kind: 'lossy'; readonly line: number }
  | { readonly kind: 'failed'; readonly message: string };

export type FactsOutcome =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  | { readonly kind: 'none'; readonly reason: FallbackReason };

/** Whether every retry would fail the same way. */
export function isLastingReason({ kind }: FallbackReason): boolean {
  return kind === 'no-grammar' || kind === 'too-large' || kind === 'lossy';
}

/** The reason as it reads after a file's name: `no grammar for .xyz`. `name` is the file's name. */
export function fallbackNote(reason: FallbackReason, name: string): string {
  const words = reasonWords(reason, name);
  return reason.kind === 'failed' || reason.kind === 'lossy' ? `could not be parsed: ${words}` : words;
}

/** Describes for the user why a file could not be parsed. */
export function reasonWords(reason: FallbackReason, name: string): string {
  switch (reason.kind) {
    case 'no-grammar':
      return `no grammar for ${extensionOf(name)}`;
    case 'too-large':
      return `too large to parse (${reason.units.toLocaleString('en')} characters)`;
    case 'too-slow':
      return 'parsing took too long';
    case 'lossy':
      return `the parser lost the declaration in line ${reason.line}`;
    case 'failed':
      return reason.message;
  }
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : name;
}

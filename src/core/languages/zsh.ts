/**
 * Rewrites zsh for a bash parser: each form that only zsh has becomes a bash form of the same length. Facts are read
 * from the original text. All patterns are bounded, so the time is linear.
 */

import { blank } from './blank';

const ZSH =
  /^#![^\n]{0,80}\bzsh\b|\$\{[(=~^]|\$\{\$|\$\+\w|\$\{\+|^[ \t]*(?:setopt|autoload|zmodload|zstyle|emulate|unsetopt|compdef|bindkey|zle)[ \t]|^[ \t]*(?:function[ \t]*)?\(\)[ \t]*\{|\bfor[ \t]+\w+[ \t]+\(|%[{}FfBb]/m;

/** Longer and deeper expansions are left as they are. */
const MAX_UNITS = 1_000;
const MAX_DEPTH = 20;

/** `(( … ))`, with one level of nested parentheses. */
const ARITHMETIC = /\(\((?!\()(?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,100}\)){0,200}\)){1,400}\)\)/g;

/** `$+commands[git]`, `$words[2,-1]`, `$=options`. */
const SUBSCRIPT = /\$[+=~^#]{0,2}\w{1,80}(?:\[[^\]\n"'`]{1,120}\]){1,3}|\$[+=~^]{1,2}\w{1,80}/g;

/** Glob qualifiers: `*.zsh(N)`, `"$file"(Nm-1)`. */
const QUALIFIER = /(?<=[\w*?\]/"'}])\([#^/.@=*%\w:+\-,~[\]]{1,30}\)(?=[\s;)|&]|$)/g;

/** `[[ $TERM = (xterm|rxvt)* ]]` */
const PATTERN = /(?<=[!=]=?[ \t])[^\s"'`$()]{0,80}\([^\n"'`]{1,200}?(?=[ \t]+(?:\]\]|&&|\|\|))/g;

/** `for file ("$dir"/*.zsh) {`, or with `do`. */
const FOR_LIST =
  /\bfor[ \t]+\w{1,60}(?:[ \t]+\w{1,60}){0,3}[ \t]+\((?:[^()]|\([^()\n]{0,80}\)){0,2000}\)(?=[ \t]*(?:(;|\n)|(\{)|do\b))/g;

/** Whether a file that could be any shell's is in zsh. */
export function looksLikeZsh(text: string): boolean {
  return ZSH.test(text);
}

/** Returns a text of the same length. */
export function zshAsBash(text: string): string {
  return plainExpansions(text)
    .replaceAll(ARITHMETIC, (whole) => `((1${' '.repeat(whole.length - 5)}))`)
    .replaceAll(SUBSCRIPT, word)
    .replaceAll(FOR_LIST, loopHead)
    .replaceAll(PATTERN, plainWord)
    .replaceAll(QUALIFIER, plainWord)
    .replaceAll(/(?<=^[ \t]{0,80}(?:function[ \t]?)?)\(\) \{/gm, 'x(){')
    .replaceAll(/(?<=^[ \t]{0,80})function \{/gm, 'x()      {')
    .replaceAll(/\}[ \t]always[ \t]\{/g, '} ;      {')
    .replaceAll(/&[!|](?=[ \t]*(?:$|[;}]))/gm, '& ')
    .replaceAll(/<\d{0,9}-\d{0,9}>/g, plainWord)
    .replaceAll(/(?<=[ \t])=\(/g, '<(')
    .replaceAll(/(?<=\]\]) (?=then\b)/g, ';');
}

/** `${${(%):-%x}:a:h}` becomes a plain name: the parser only needs to know where it ends. */
function plainExpansions(text: string): string {
  let plain = '';
  let at = 0;
  for (let next = text.indexOf('${'); next >= 0; next = text.indexOf('${', at)) {
    const end = endOfExpansion(text, next + 2);
    plain += text.slice(at, next) + (end === undefined ? '${' : word(text.slice(next, end)));
    at = end ?? next + 2;
  }
  return plain + text.slice(at);
}

/** The offset after its closing brace; undefined if it is too long or deep, spans lines, or has no end. */
function endOfExpansion(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_UNITS); at += 1) {
    const char = text[at];
    if (char === '\n') return undefined;
    if (char === '\\') at += 1;
    else if (char === '{') {
      depth += 1;
      if (depth > MAX_DEPTH) return undefined;
    } else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Replaces a loop's head with another of the same length; before a block, with blanks. */
function loopHead(whole: string, separator: string | undefined, block: string | undefined): string {
  if (block !== undefined) return blank(whole);
  return `while :${' '.repeat(whole.length - 'while : '.length)}${separator === undefined ? ';' : ' '}`;
}

function word(text: string): string {
  return `$${'x'.repeat(text.length - 1)}`;
}

function plainWord(text: string): string {
  return 'x'.repeat(text.length);
}

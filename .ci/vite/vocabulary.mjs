import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULE = /^virtual:vocabulary\/(o200k_base|cl100k_base)$/;
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/vocabulary/', import.meta.url));

/**
 * Makes `virtual:vocabulary/<encoding>` the URL of that encoding's vocabulary file. The file is written where Vite can
 * serve it, and Vite's own `?url` does the rest: hashed name, relative address, pages and workers alike.
 * @returns {import('vite').Plugin}
 */
export function vocabularyAssets() {
  return {
    name: 'vocabulary-assets',
    enforce: 'pre',
    resolveId(source) {
      const encoding = MODULE.exec(source)?.[1];
      return encoding === undefined ? undefined : `${writtenVocabulary(encoding)}?url`;
    },
  };
}

/**
 * The vocabulary in the form that src/core/tokens/vocabulary.ts reads: the number of tokens (32 bits, little-endian),
 * one byte for the length of each token, then the bytes of all tokens in order of rank.
 * @param {string} encoding
 * @returns {Uint8Array}
 */
export function buildVocabulary(encoding) {
  const ranks = createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${encoding}.tiktoken`);
  const tokens = readFileSync(ranks, 'utf8').trim().split('\n').map(readRankLine);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(tokens.length);
  return Buffer.concat([head, Uint8Array.from(tokens, (token) => token.length), ...tokens]);
}

/**
 * @param {string} line base64 of the token, a space, its rank
 * @param {number} index
 */
function readRankLine(line, index) {
  const [base64 = '', rank] = line.split(' ');
  const token = Buffer.from(base64, 'base64');
  if (Number(rank) !== index || token.length === 0 || token.length > 255) {
    throw new Error(`Rank ${index} of the vocabulary cannot be read: ${line}`);
  }
  return token;
}

/** @type {Map<string, string>} */
const written = new Map();

/**
 * The path of the vocabulary's file, written once per run. The rename keeps concurrent runs from reading half a file.
 * @param {string} encoding
 */
function writtenVocabulary(encoding) {
  const known = written.get(encoding);
  if (known !== undefined) return known;
  const path = join(CACHE, `${encoding}.bin`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, buildVocabulary(encoding));
  renameSync(`${path}.${process.pid}`, path);
  written.set(encoding, path);
  return path;
}

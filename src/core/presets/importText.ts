import { counted } from '../counted';
import { utf8Length } from '../tokens/utf8';
import type { Import, Source } from './importers/importer';
import { IMPORTERS } from './importers/registry';
import { parseJsonText } from './jsonText';
import { plainTree, type ReadTree } from '../outside/plainTree';
import { refuse, type Refusal } from '../outside/refusal';
import { withoutMark } from '../outside/withoutMark';
import { MAX_IMPORT_SIZE } from './size';
import { parseTomlText } from './tomlText';

export type ParsedImport = (Import & { readonly format: string }) | Refusal;

/**
 * Reads an imported text: presets and personas as TOML or JSON (also with comments), a Manual Slop project, or a repomix
 * configuration or ignore file. The format is detected from the text and from the file name, if there is one. The text is
 * untrusted: either all of it is valid except for the entries in `refused`, or nothing is imported.
 */
export function parseImport(text: string, { name = '' }: { readonly name?: string } = {}): ParsedImport {
  const tooLarge = sizeFault(text);
  if (tooLarge !== undefined) return tooLarge;
  if (isPatternFile(name)) return importOf({ fileName: name, text: withoutMark(text), tree: undefined }, 0);
  const read = readTree(text);
  return read.kind === 'refused' ? read : importOf({ fileName: name, text, tree: read.table }, read.mended);
}

/** Parses any TOML or JSON text into plain data. */
export function readTree(text: string): ReadTree {
  const tooLarge = sizeFault(text);
  if (tooLarge !== undefined) return tooLarge;
  const plain = withoutMark(text);
  const parsed = /^\s*(?:\{|\/[/*])/.test(plain) ? parseJsonText(plain) : parseTomlText(plain);
  return parsed.kind === 'refused' ? parsed : plainTree(parsed.value);
}

function importOf(source: Source, mended: number): ParsedImport {
  const importer = IMPORTERS.find(({ reads }) => reads(source));
  if (importer === undefined) return refuse('the text', 'contains nothing to import');
  const read = importer.read(source);
  if (read.kind === 'refused') return read;
  const ignored =
    mended > 0
      ? [...read.ignored, `${counted(mended, 'text')} had invalid characters, which were replaced`]
      : read.ignored;
  return { ...read, ignored, format: importer.format };
}

function sizeFault(text: string): Refusal | undefined {
  const isLarge = text.length > MAX_IMPORT_SIZE || utf8Length(text) > MAX_IMPORT_SIZE;
  return isLarge ? refuse('the text', `is larger than ${MAX_IMPORT_SIZE / 1_000_000} MB`) : undefined;
}

function isPatternFile(name: string): boolean {
  return /(?:^|[/\\])\.?\w*ignore$/.test(name);
}

/**
 * Goldens: `tests/fixtures/languages/<language id>/<file>` is a source file, and `<file>.golden` next to it holds its
 * views. `UPDATE_GOLDENS=1 npx vitest run --project unit tests/languages` rewrites them; read the diff.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { signatureLine } from '../../src/core/facts/questions';
import type { DescribedFile } from '../../src/core/views/described';
import { renderOutline } from '../../src/core/views/modes/outline';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';

const FIXTURES = join(import.meta.dirname, '../fixtures/languages');
const SUFFIX = '.golden';

export interface Golden {
  readonly language: string;
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

export function goldens(): readonly Golden[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: language }) =>
      readdirSync(join(FIXTURES, language))
        .filter((name) => !name.endsWith(SUFFIX))
        .map((name) => {
          const path = join(FIXTURES, language, name);
          return { language, name, path, text: readFileSync(path, 'utf8') };
        }),
    );
}

export function describedFile(
  name: string,
  languageName: string,
  text: string,
  facts: FileFacts,
): DescribedFile {
  return { name, languageName, text, facts };
}

/** Outline, skeleton (only if it differs from the outline), and symbols with details that an outline does not show. */
export function goldenText({ name, language, text }: Golden, facts: FileFacts): string {
  const file = describedFile(name, language, text, facts);
  const symbols = facts.symbols.map((symbol) => {
    const marks = [
      symbol.exported ? 'exported' : '',
      symbol.doc ? 'doc' : '',
      symbol.decorators.length > 0 ? 'decorated' : '',
    ];
    return `${[symbol.path, ...marks.filter(Boolean)].join(' ')} | ${signatureLine(text, symbol)}`;
  });
  const imports = facts.imports.map(({ kind, sources }) => `${kind} ${sources.join(', ')}`);
  const sections = [
    ['outline', renderOutline(file).text],
    ...(facts.family === 'code' ? [['skeleton', renderSkeleton(file).text]] : []),
    ...(facts.family === 'code' ? [['symbols', [...symbols, ...imports].join('\n')]] : []),
    ['errors', String(facts.errors)],
  ];
  return sections.map(([title, body]) => `=== ${title} ===\n${body?.trimEnd()}\n`).join('\n');
}

/** The stored golden; if UPDATE_GOLDENS is set, writes it first. Undefined if there is none. */
export function storedGolden({ path }: Golden, actual: string): string | undefined {
  const file = path + SUFFIX;
  if (process.env['UPDATE_GOLDENS'] !== undefined) writeFileSync(file, actual);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

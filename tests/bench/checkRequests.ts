/**
 * `--check requests`: reads the documentation and the commit messages of repositories as if they were replies. Anything
 * that is taken for a request in them is a false one, unless the text does ask the reader for a file.
 */
import { basename } from 'node:path';
import { grouped } from '../../src/core/numberText';
import { readRequests } from '../../src/core/requests/readRequests';
import { git } from '../readback/git';
import { knownIn, type KnownRepository } from './requests/knownIn';
import { textsOf } from './snapshots';
import { tableText } from './tables';

export interface ProseRequests {
  readonly repository: string;
  readonly source: 'documentation' | 'commit messages';
  readonly texts: number;
  readonly paragraphs: number;
  /** Paragraphs that name a file or a symbol of the repository in backticks or as a path. */
  readonly naming: number;
  readonly found: readonly FoundRequest[];
  readonly milliseconds: number;
}

interface FoundRequest {
  readonly written: string;
  readonly path: string;
  readonly paragraph: string;
}

export async function checkRequests(repositories: readonly string[]): Promise<readonly ProseRequests[]> {
  const results: ProseRequests[] = [];
  for (const repository of repositories) {
    const known = await knownIn(repository);
    const read = (source: ProseRequests['source'], texts: readonly string[]): ProseRequests => ({
      ...{ repository: basename(repository), source },
      ...requestsIn(texts, known),
    });
    results.push(
      read('documentation', documentation(repository, known)),
      read('commit messages', commitMessages(repository)),
    );
  }
  return results;
}

function documentation(repository: string, { blobByPath }: KnownRepository): readonly string[] {
  const blobs = [...blobByPath].filter(([path]) => DOCUMENTATION.test(path)).map(([, blob]) => blob);
  return Array.from(textsOf(repository, [...new Set(blobs)]), ([, text]) => text);
}

const DOCUMENTATION =
  /\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:changelog|changes|history|contributing|faq)(?:\.txt)?$/i;

function commitMessages(repository: string): readonly string[] {
  return git(repository, ['log', '--no-merges', '-z', '--format=%B', `-n${MOST_COMMITS}`]).split('\0');
}

const MOST_COMMITS = 5_000;

function requestsIn(
  texts: readonly string[],
  { known }: KnownRepository,
): Omit<ProseRequests, 'repository' | 'source'> {
  const found: FoundRequest[] = [];
  let paragraphs = 0;
  let naming = 0;
  let milliseconds = 0;
  for (const text of texts) {
    const start = performance.now();
    const { requests } = readRequests(text, known);
    milliseconds += performance.now() - start;
    const lines = text.split('\n');
    for (const { written, path, line } of requests)
      found.push({ written, path, paragraph: lines.slice(Math.max(0, line - 3), line + 1).join('\n') });
    for (const paragraph of text
      .split(/\n\s*\n/)
      .filter((each) => each.split(/\s+/).length >= FEWEST_WORDS)) {
      paragraphs += 1;
      if (namesKnown(paragraph, { known })) naming += 1;
    }
  }
  return { texts: texts.length, paragraphs, naming, found, milliseconds };
}

/** Shorter paragraphs are headings and labels. */
const FEWEST_WORDS = 5;

function namesKnown(paragraph: string, { known }: Pick<KnownRepository, 'known'>): boolean {
  const quoted = [...paragraph.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner);
  const words = paragraph.split(/[\s`]+/);
  return (
    quoted.some((name) => known.filesOfSymbol(name).length > 0) ||
    words.some((word) => known.paths.paths.has(word))
  );
}

export function requestsText(results: readonly ProseRequests[]): string {
  const all = results.reduce((sum, { paragraphs }) => sum + paragraphs, 0);
  const found = results.flatMap((result) => result.found.map((each) => ({ ...result, ...each })));
  const rows = results.map(({ repository, source, texts, paragraphs, naming, found: own, milliseconds }) => [
    `${repository}, ${source}`,
    ...[texts, paragraphs, naming, own.length].map(grouped),
    `${Math.round(milliseconds)} ms`,
  ]);
  return [
    tableText(['', 'texts', 'paragraphs', 'naming', 'requests', 'time'], rows),
    `${found.length} requests in ${grouped(all)} paragraphs: ${((1_000 * found.length) / all).toFixed(2)} in 1,000`,
    ...found.map(
      ({ repository, source, written, path, paragraph }) =>
        `${repository}, ${source}: ${written} (${path})\n${paragraph.replaceAll(/^/gm, '  > ')}`,
    ),
  ].join('\n\n');
}

/** Reads data for ranking and references from many files: their terms and imports. */
import { sha256 } from 'hash-wasm';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageOfText } from '../../src/core/files/textLanguage';
import { usesOf } from '../../src/core/facts/references';
import { createFileIndexer } from '../../src/core/ranking/indexFile';
import { markPath, withoutMarks } from '../../src/core/references/symbolMap/symbolMap';
import {
  renderMapBlock,
  structureOf,
  type Few,
  type MapFile,
  type Reference,
} from '../../src/core/references/symbolMap/mapBlock';
import { isManifest, moduleFactsOf } from '../../src/core/references/resolveImports';
import { hashOf } from '../../src/core/ranking/words';
import { createTermsReader, type WindowTerms } from '../../src/core/ranking/windowTerms';
import type { NamePlaces } from '../engine/searchContract';
import type {
  ContentReferences,
  FileBytes,
  KnownContent,
  MapBlock,
  MapBlockWanted,
  NamesWanted,
  ReadContent,
} from './contract';
import { openFile } from './openFile';
import type { FactsOutcome } from '../../src/core/facts/outcome';
import type { Progress } from './progress';
import { textsWithFacts, type FactsSource } from './textsWithFacts';
import { mayHaveFacts } from './parse';
import type { Viewing } from './viewing';

/** In UTF-16 units. Longer manifests are not written by hand. */
const LONGEST_MANIFEST = 1_000_000;

export type ReferenceReader = (
  files: readonly FileBytes[],
) => Promise<readonly ReadContent<ContentReferences>[]>;

export function createReferenceReader(source: FactsSource): ReferenceReader {
  const { indexFile } = createFileIndexer();
  return async (files) => {
    const found = await textsWithFacts(files, source, ({ path, text, hash }, outcome) => {
      const facts = outcome.kind === 'facts' ? outcome.facts : undefined;
      source.progress(`index ${path}`);
      const references: ContentReferences = {
        kind: 'references',
        terms: indexFile(path, text, facts),
        modules: facts
          ? moduleFactsOf(facts, text)
          : { language: languageOfText(path, text).id, imports: [], declares: [], defines: [] },
        ...(isManifest(path) && text.length <= LONGEST_MANIFEST && { manifest: text }),
      };
      return { hash, found: references };
    });
    return found.map((read) => read ?? { found: { kind: 'none' } });
  };
}

export type WindowTermsReader = (
  files: readonly FileBytes[],
) => Promise<readonly ReadContent<WindowTerms | undefined>[]>;

export function createWindowTermsReader(progress: Progress): WindowTermsReader {
  const termsOf = createTermsReader();
  return async (files) => {
    const found: ReadContent<WindowTerms | undefined>[] = [];
    for (const file of files) {
      progress(`search ${file.path}`);
      const opened = await openFile(file);
      if (opened.kind === 'text') found.push({ hash: opened.hash, found: termsOf(opened.text) });
      else found.push({ found: undefined });
    }
    return found;
  };
}

export async function namePlaces(
  contents: readonly NamesWanted[],
  viewing: Viewing,
): Promise<readonly (readonly NamePlaces[] | undefined)[]> {
  const stored = await viewing.storedFacts(contents);
  return contents.map(({ names }, at) => stored[at] && placesIn(stored[at], names));
}

export async function readNamePlaces(
  files: readonly FileBytes[],
  names: readonly Uint32Array[],
  source: FactsSource,
): Promise<readonly (readonly NamePlaces[])[]> {
  const found = await textsWithFacts(files, source, (_, outcome, at) =>
    placesIn(outcome, names[at] ?? new Uint32Array()),
  );
  return found.map((places) => places ?? []);
}

function placesIn(outcome: FactsOutcome, names: Uint32Array): readonly NamePlaces[] {
  if (outcome.kind !== 'facts') return [];
  const wanted = new Set(names);
  return usesOf(outcome.facts.references)
    .filter(({ name }) => wanted.has(hashOf(name)))
    .map(({ name, lines }) => ({ name, lines: [...new Set(lines)] }));
}

const NO_REFERENCES_TO: Few<Reference> = { first: [], count: 0 };

interface Counter {
  count(text: string): number;
}

export async function mapBlocks(
  wanted: readonly (KnownContent & MapBlockWanted)[],
  viewing: Viewing,
  counter: Counter,
): Promise<readonly (MapBlock | undefined)[]> {
  const stored = await viewing.storedFacts(wanted);
  return Promise.all(
    wanted.map((each, at) => {
      const outcome = stored[at];
      const isParsed = mayHaveFacts(each.path);
      return outcome === undefined && isParsed ? undefined : mapBlock(each.path, outcome, each, counter);
    }),
  );
}

export async function readMapBlocks(
  files: readonly FileBytes[],
  wanted: readonly MapBlockWanted[],
  source: FactsSource,
  counter: Counter,
): Promise<readonly MapBlock[]> {
  const outcomes = await textsWithFacts(files, source, (_, outcome) => outcome);
  return Promise.all(
    wanted.flatMap((each, at) => {
      const path = files[at]?.path;
      return path === undefined ? [] : [mapBlock(path, outcomes[at], each, counter)];
    }),
  );
}

async function mapBlock(
  path: RepoPath,
  outcome: FactsOutcome | undefined,
  { references, definers, ...known }: MapBlockWanted,
  counter: Counter,
): Promise<MapBlock> {
  const { outside, inside, users } = known;
  const file: MapFile = {
    ...{ path, outside, inside, users },
    facts: outcome?.kind === 'facts' ? outcome.facts : undefined,
    referencesTo: (name) => references.get(hashOf(name)) ?? NO_REFERENCES_TO,
    definerOf: (name) => definers.get(hashOf(name)),
  };
  const block = renderMapBlock(file, markPath);
  return {
    block,
    structure: await sha256(new TextEncoder().encode(structureOf(file))),
    tokens: counter.count(withoutMarks(block)),
  };
}

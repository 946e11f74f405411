/** Finds the file that a test tests, so that lists can show the two side by side. */
import { CODE, TEST, type FileTable } from './fileIndex';
import type { FileGraph } from './graph';

/** Points for a pair of a test and a source: they share their name, or the test uses the source. */
const SAME_NAME = 4;
const USED = 2;
const NAME_CONTINUES = 1;

/**
 * Returns the source of each test that has one: the file of the same name, in the closest folder, or else the most
 * likely file that the test uses.
 *
 * @param files positions in the table of tests and sources, the most likely first
 */
export function testedFiles(
  files: readonly number[],
  table: FileTable,
  { uses }: Pick<FileGraph, 'uses'>,
): ReadonlyMap<number, number> {
  const trait = (file: number) => (table.traits[file] ?? 0) & (TEST | CODE);
  const placeOf = (file: number) => ({ file, ...placeIn(table.paths[file] ?? '') });
  const sources = files.filter((file) => trait(file) === CODE).map(placeOf);
  const sourceByTest = new Map<number, number>();
  for (const test of files.filter((file) => trait(file) === (TEST | CODE)).map(placeOf)) {
    const used = new Set(uses.files.subarray(uses.starts[test.file], uses.starts[test.file + 1]));
    let best = { file: -1, evidence: NAME_CONTINUES, shared: -1 };
    for (const source of sources) {
      const evidence = nameEvidence(test, source) + (used.has(source.file) ? USED : 0);
      const shared = sharedFolders(test.folders, source.folders);
      if (evidence > best.evidence || (evidence === best.evidence && shared > best.shared && best.file >= 0))
        best = { file: source.file, evidence, shared };
    }
    if (best.file >= 0) sourceByTest.set(test.file, best.file);
  }
  return sourceByTest;
}

interface Place {
  /** The base name without what marks a test and without its extensions; in lower case. */
  readonly name: string;
  readonly folders: readonly string[];
}

function placeIn(path: string): Place {
  const folders = path.split('/');
  const base = (folders.pop() ?? '').replace(/(?:\.d)?\.\w+$/, '');
  return { name: base.replace(TEST_MARK, '').toLowerCase(), folders };
}

const TEST_MARK = /^test[_-]|[._-](?:test|tests|spec|test-d|tst|cy|e2e)$|(?:Tests?|IT|Spec|TestCase)$/;

function nameEvidence(test: Place, source: Place): number {
  if (test.name === source.name)
    return !ENTRY_NAME.test(source.name) || test.folders.join('/') === source.folders.join('/')
      ? SAME_NAME
      : 0;
  return test.name.startsWith(source.name) && /^[._-]/.test(test.name.slice(source.name.length))
    ? NAME_CONTINUES
    : 0;
}

/** Each folder may have a file of such a name. */
const ENTRY_NAME = /^(?:index|__init__|mod|lib|main)$/;

function sharedFolders(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((folder, at) => folder !== other[at]);
  return end < 0 ? one.length : end;
}

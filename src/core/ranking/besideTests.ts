/** Orders ranked files so that tests are next to what they test. */

interface MaybeTest {
  readonly path: string;
  /** The file that this test tests, if it is ranked, too. */
  readonly tests?: string | undefined;
}

/** A file with its tests, best first. */
export interface TestedFile<File extends MaybeTest = MaybeTest> {
  readonly file: File;
  readonly tests: readonly File[];
}

/** More tests of a file follow at the end, so that they don't push away other files. */
const MOST_BESIDE = 2;

/**
 * Returns each file with its best tests, in the order of the better of both.
 *
 * @param files best first
 */
export function besideTests<File extends MaybeTest>(files: readonly File[]): readonly TestedFile<File>[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const groups = new Map<string, { readonly file: File; readonly tests: File[] }>();
  const others: TestedFile<File>[] = [];
  for (const file of files) {
    const source = byPath.get(file.tests ?? '') ?? file;
    const group = groups.get(source.path) ?? { file: source, tests: [] };
    groups.set(source.path, group);
    if (file === source) continue;
    if (group.tests.length < MOST_BESIDE) group.tests.push(file);
    else others.push({ file, tests: [] });
  }
  return [...groups.values(), ...others];
}

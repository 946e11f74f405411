/** Tells from a path how much a finding in the file counts. */

const SAMPLE_WORD =
  /(?:^|[/._-])(?:tests?|testing|testdata|testutils?|unittests?|specs?|fixtures?|mocks?|mockdata|stubs?|examples?|samples?|demos?|tutorials?|e2e|cypress|snapshots?|__tests__|__mocks__|__fixtures__|__snapshots__|benchmarks?|playground|cassettes|cookbook)(?:[/._-]|$)/i;
/** Folders like `dockerTest`, `testFixtures`, `caddytest`, and `t`. */
const SAMPLE_FOLDER =
  /(?:^|\/)(?:t|docs?|documentation|test(?!imon|ament)[a-z]{1,40}|(?!latest|contest|protest|attest|fastest|greatest)[a-z]{1,40}(?:tests?|fixtures?|specs?))\//i;
const SAMPLE_NAME =
  /(?:[a-z](?:Tests?|Spec|IT|Fixtures?|Mocks?)\.[a-z]{1,8}|\.(?:md|mdx|markdown|rst|adoc|snap|patch|po|1|template|tmpl|dist)|(?:^|\/)(?:CHANGELOG|CHANGES|NEWS|README)(?:\.txt)?)$/;

/** Whether the file is a test, a fixture, an example, or documentation: a secret in it is rarely a real one. */
export function isSamplePath(path: string): boolean {
  return SAMPLE_WORD.test(path) || SAMPLE_FOLDER.test(path) || SAMPLE_NAME.test(path);
}

const GENERATED =
  /(?:^|[/._-])(?:lock|shrinkwrap|min|bundle|vendor|node_modules)\.?(?:[/._-]|$)|(?:lock|\.(?:map|sum|svg|lockb|sum|csv|tsv|po|pot|pbxproj|snap|css))$/i;

/** Whether the file is written by a program and full of hashes, like lock files. */
export function isGeneratedPath(path: string): boolean {
  return GENERATED.test(path);
}

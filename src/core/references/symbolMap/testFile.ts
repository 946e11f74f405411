/** Test files, of which the symbol map only counts the tests. */
import { baseName, type RepoPath } from '../../files/repoPath';

export function isTestFile(path: RepoPath): boolean {
  const name = baseName(path);
  return TEST_FOLDER.test(path) || name.startsWith('test_') || TEST_NAME.test(name);
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__)\//;
/** Before the extension. */
const TEST_NAME = /(?:_test|\.test|_spec|\.spec|Tests?|Spec)\.[^.]+$/;

import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { ScannedEntry } from '../contract';
import { createFinding } from './finding';

describe('the fuzzy filter', () => {
  const django = [
    'django/contrib/gis/db/backends/base/models.py',
    'django/db/backends/base/base.py',
    'django/db/models/base.py',
    'django/db/models/query.py',
    'docs/ref/models/database-functions.txt',
    'tests/backends/base/app_unmigrated/models.py',
    'tests/base/models.py',
    'tests/invalid_models_tests/test_backend_specific.py',
    'tests/serializers/models/base.py',
  ];

  it('has the file that is meant first', () => {
    expect(filter(django, 'models base')[0]).toBe('django/db/models/base.py');
    expect(filter(django, 'modelsbase')[0]).toBe('django/db/models/base.py');
  });

  it('leaves out names that merely have the letters somewhere', () => {
    expect(filter(django, 'modelsbase')).toEqual([
      'django/db/models/base.py',
      'tests/serializers/models/base.py',
    ]);
  });

  it('keeps whatever has the words as typed, however long its path is', () => {
    const deep = `${'very-long-folder-name/'.repeat(12)}index-of-notes.ts`;
    expect(filter(['notes', deep], 'NOTES')).toEqual(['notes', deep]);
  });

  it('reads backslashes as slashes', () => {
    expect(filter(django, 'django\\db\\models\\base.py')).toEqual(['django/db/models/base.py']);
  });

  it('forgives letters that are left out', () => {
    expect(filter(['src/workspaceIndex.ts', 'src/other.ts'], 'wrkspidx')).toEqual(['src/workspaceIndex.ts']);
  });

  it('reads all paths once when it is prepared, and again only after an entry has changed', () => {
    let reads = 0;
    const path = 'src/store.ts' as RepoPath;
    const entry: ScannedEntry = {
      ...{ id: 1, kind: 'file' },
      get path() {
        reads += 1;
        return path;
      },
    };
    const entries = new Map<RepoPath, ScannedEntry>();
    const index = { revision: 0, entries };
    const finding = createFinding(index);

    entries.set(path, entry);
    index.revision += 1;
    finding.prepare();
    expect(reads).toBe(1);
    finding.prepare();
    expect(finding.filter('store', 9)).toEqual([1]);
    expect(reads).toBe(1);

    index.revision += 1;
    expect(finding.filter('store', 9)).toEqual([1]);
    expect(reads).toBe(2);
  });
});

function filter(paths: readonly string[], query: string): readonly string[] {
  const entries = paths.map((path, id): ScannedEntry => ({ id, path: path as RepoPath, kind: 'file' }));
  const finding = createFinding({
    revision: 1,
    entries: new Map(entries.map((entry) => [entry.path, entry])),
  });
  return finding.filter(query, 100).map((id) => paths[id] ?? '');
}

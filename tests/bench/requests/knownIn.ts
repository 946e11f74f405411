/** The files and symbols of a repository's latest commit, as a reply can name them. */
import { groupBy } from '../../../src/core/groupBy';
import { languageOf } from '../../../src/core/files/language';
import { languageIdOfText } from '../../../src/core/files/textLanguage';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { languageRules } from '../../../src/core/languages/registry';
import { createPathIndex } from '../../../src/core/replies/placing/findPath';
import type { KnownNames } from '../../../src/core/requests/request';
import { testFactsReader } from '../../languages/wasmFiles';
import { git } from '../../readback/git';
import { textsOf } from '../snapshots';

const reader = testFactsReader();

/** UTF-16 units. Larger files are generated. */
const LONGEST = 300_000;

export interface KnownRepository {
  readonly known: KnownNames;
  readonly symbols: number;
  readonly blobByPath: ReadonlyMap<RepoPath, string>;
}

export async function knownIn(repository: string): Promise<KnownRepository> {
  const blobByPath = new Map(
    git(repository, ['ls-tree', '-r', '-z', 'HEAD'])
      .split('\0')
      .flatMap((entry): [RepoPath, string][] => {
        const [, blob, path] = /^\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? [];
        // Git's paths are relative and have no `..`.
        return blob === undefined || path === undefined ? [] : [[path as RepoPath, blob]];
      }),
  );
  const sources = [...blobByPath].filter(([path]) => hasFacts(path));
  const texts = new Map(textsOf(repository, [...new Set(sources.map(([, blob]) => blob))]));
  const defined: { readonly name: string; readonly path: RepoPath }[] = [];
  for (const [path, blob] of sources) {
    const text = texts.get(blob) ?? '';
    for (const name of await namesIn(path, text)) defined.push({ name, path });
  }
  const byName = groupBy(defined, ({ name }) => name);
  return {
    known: {
      paths: createPathIndex([...blobByPath.keys()]),
      filesOfSymbol: (name) => byName.get(name)?.map(({ path }) => path) ?? [],
    },
    symbols: byName.size,
    blobByPath,
  };
}

function hasFacts(path: RepoPath): boolean {
  return languageRules(languageOf(path).id) !== undefined;
}

async function namesIn(path: RepoPath, text: string): Promise<ReadonlySet<string>> {
  if (text === '' || text.length > LONGEST) return new Set();
  const outcome = await reader.factsOf(text, languageIdOfText(languageOf(path).id, text));
  const isCode = outcome.kind === 'facts' && outcome.facts.family === 'code';
  return new Set(isCode ? outcome.facts.symbols.map(({ name }) => name) : []);
}

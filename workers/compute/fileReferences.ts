/** Reads what ranking and references need of many files: their terms, and what they import. */
import { languageOf } from '../../src/core/files/language';
import { createFileIndexer } from '../../src/core/ranking/indexFile';
import { isManifest, moduleFactsOf } from '../../src/core/references/resolveImports';
import type { ContentReferences, FileBytes, ReadContent } from './contract';
import { openFile } from './openFile';
import type { Progress } from './progress';
import type { Viewing } from './viewing';

/** UTF-16 units. Longer ones are not written by hand. */
const LONGEST_MANIFEST = 1_000_000;

export type ReferenceReader = (files: readonly FileBytes[]) => Promise<readonly ReadContent<ContentReferences>[]>;

export function createReferenceReader(viewing: Viewing, progress: Progress): ReferenceReader {
  const { indexFile } = createFileIndexer();
  return async (files) => {
    const opened = await Promise.all(
      files.map((file) => {
        progress(`open ${file.path}`);
        return openFile(file);
      }),
    );
    const batch = viewing.batch(undefined);
    await batch.prefetch(
      opened.flatMap((text) => (text.kind === 'text' ? [{ text, views: [], facts: true }] : [])),
    );
    return Promise.all(
      opened.map(async (file): Promise<ReadContent<ContentReferences>> => {
        if (file.kind !== 'text') return { found: { kind: 'none' } };
        const { path, text, hash } = file;
        const outcome = await batch.factsOf(file);
        const facts = outcome.kind === 'facts' ? outcome.facts : undefined;
        progress(`index ${path}`);
        return {
          hash,
          found: {
            kind: 'references',
            terms: indexFile(path, text, facts),
            modules: facts
              ? moduleFactsOf(facts, text)
              : { language: languageOf(path).id, imports: [], declares: [], defines: [] },
            ...(isManifest(path) && text.length <= LONGEST_MANIFEST && { manifest: text }),
          },
        };
      }),
    );
  };
}

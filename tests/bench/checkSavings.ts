/** `--check savings`: measures what each language's files cost in full and in shorter view modes. */
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import { languageOf } from '../../src/core/files/language';
import { baseName, type RepoPath } from '../../src/core/files/repoPath';
import { describedLanguages } from '../languages/describedLanguages';
import { createTokenCounter } from '../../src/core/tokens/counter';
import type { DescribedFile, RenderDescribed } from '../../src/core/views/described';
import { renderOutline } from '../../src/core/views/modes/outline';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';
import { renderSummary } from '../../src/core/views/summary';
import { grouped } from '../../src/core/numberText';
import { testFactsReader } from '../languages/wasmFiles';
import { readSource, sourcesByLanguage } from './sources';
import { percent, tableText } from './tables';

const VIEWS: readonly (readonly [string, RenderDescribed])[] = [
  ['skeleton', renderSkeleton],
  ['outline', renderOutline],
  ['summary', renderSummary],
];

export interface LanguageSavings {
  readonly language: string;
  readonly files: number;
  /** Tokens of all files. */
  readonly full: number;
  readonly views: Readonly<Record<string, number>>;
}

/** Measures every source in the folders, by language. */
export async function checkSavings(folders: readonly string[]): Promise<readonly LanguageSavings[]> {
  const described = new Set(describedLanguages());
  const pathsByLanguage = await sourcesByLanguage(folders, (language) => described.has(language));
  const sorted = [...pathsByLanguage].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const savings: LanguageSavings[] = [];
  for (const [language, paths] of sorted) savings.push(await savingsOf(language, paths));
  return savings;
}

const reader = testFactsReader();

async function savingsOf(language: string, paths: readonly string[]): Promise<LanguageSavings> {
  const counter = createTokenCounter('o200k_base', buildVocabulary('o200k_base'));
  const views = Object.fromEntries(VIEWS.map(([name]) => [name, 0]));
  let full = 0;
  for (const path of paths) {
    const text = (await readSource(path)) ?? '';
    const outcome = await reader.factsOf(text, language);
    const file: DescribedFile = {
      name: baseName(path as RepoPath),
      languageName: languageOf(path as RepoPath).name,
      text,
      facts: outcome.kind === 'facts' ? outcome.facts : undefined,
    };
    full += counter.count(text);
    for (const [name, render] of VIEWS) views[name] = (views[name] ?? 0) + counter.count(render(file).text);
  }
  return { language, files: paths.length, full, views };
}

/** The share of the full text that each view takes. */
export function savingsText(savings: readonly LanguageSavings[]): string {
  return tableText(
    ['language', 'files', 'tokens in full', ...VIEWS.map(([name]) => name)],
    savings.map(({ language, files, full, views }) => [
      language,
      grouped(files),
      grouped(full),
      ...VIEWS.map(([name]) => percent(views[name] ?? 0, full)),
    ]),
  );
}

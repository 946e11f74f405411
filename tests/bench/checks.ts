/**
 * The checks that the bench can run against independent tools, by name. To add one, create a file and add a case here.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { checkKills, killsText } from './checkKills';
import { checkReadback, readbackText, type Readback } from './checkReadback';
import { checkReplay, replayText } from './checkReplay';
import { checkReplies } from './checkReplies';
import { checkSecrets, secretsText } from './checkSecrets';
import type * as AnchorTables from './anchorTables';
import type * as Anchors from './checkAnchors';
import type * as Layers from './checkLayers';
import type * as Ranking from './checkRanking';
import type * as References from './checkReferences';
import type * as Requests from './checkRequests';
import type * as Savings from './checkSavings';
import type * as Symbols from './checkSymbols';
import type { Check } from './commandLine';
import { rankingText } from './rankingTables';
import { repliesText } from './repliesTables';

export interface CheckResult {
  readonly text: string;
  /** The result as data. */
  readonly figures: unknown;
}

export async function runCheck(check: Check, folders: readonly string[], runs: number): Promise<CheckResult> {
  switch (check) {
    case 'kills': {
      const figures = await checkKills(runs);
      return { text: killsText(figures), figures };
    }
    case 'readback': {
      const figures: Readback[] = [];
      for (const folder of folders) figures.push(await checkReadback(folder));
      return { text: readbackText(figures), figures };
    }
    case 'symbols': {
      const { checkSymbols, symbolsText } = await importBuilt<typeof Symbols>('checkSymbols');
      const figures = await checkSymbols(folders);
      return { text: await symbolsText(figures), figures };
    }
    case 'anchors': {
      const { checkAnchors } = await importBuilt<typeof Anchors>('checkAnchors');
      const { anchorsText } = await importBuilt<typeof AnchorTables>('anchorTables');
      const figures = await checkAnchors(folders);
      return { text: anchorsText(figures), figures };
    }
    case 'references': {
      const { checkReferences, referencesText } = await importBuilt<typeof References>('checkReferences');
      const figures = await checkReferences(folders);
      return { text: referencesText(figures), figures };
    }
    case 'ranking': {
      const { checkRanking } = await importBuilt<typeof Ranking>('checkRanking');
      const [commits = '', clones = ''] = folders;
      const figures = await checkRanking(commits, clones, (text) => console.error(text));
      return { text: rankingText(figures), figures };
    }
    case 'layers': {
      const { checkLayers, layersText } = await importBuilt<typeof Layers>('checkLayers');
      const figures = checkLayers(folders);
      return { text: layersText(figures), figures };
    }
    case 'replay': {
      const figures = await checkReplay(folders);
      return { text: replayText(figures), figures };
    }
    case 'replies': {
      const figures = checkReplies(folders, runs, (text) => console.error(text));
      return { text: repliesText(figures), figures };
    }
    case 'requests': {
      const { checkRequests, requestsText } = await importBuilt<typeof Requests>('checkRequests');
      const figures = await checkRequests(folders);
      return { text: requestsText(figures), figures };
    }
    case 'secrets': {
      const figures = await checkSecrets(folders);
      return { text: secretsText(figures), figures };
    }
    case 'savings': {
      const { checkSavings, savingsText } = await importBuilt<typeof Savings>('checkSavings');
      const figures = await checkSavings(folders);
      return { text: savingsText(figures), figures };
    }
  }
}

/** Imports a file that reaches the grammars, whose addresses only Vite can resolve. */
async function importBuilt<Exports>(name: string): Promise<Exports> {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { module } = await runnerImport<Exports>(path, { configFile: false, root, logLevel: 'error' });
  return module;
}

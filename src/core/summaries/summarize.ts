/** Summaries by rules, with separate rules for code, prose, configuration, and everything else. */
import type { FileFacts } from '../facts/fileFacts';
import { allLanguages } from '../files/language';
import { withoutStatedSecrets, withoutSecrets } from '../secrets/withoutSecrets';
import { summarizeCode } from './code';
import { summarizeConfig } from './config';
import { fileDoc } from './fileDoc';
import { summarizeOther } from './other';
import { summarizeProse } from './prose';

export interface SummarySource {
  readonly languageName: string;
  readonly text: string;
  readonly facts: FileFacts | undefined;
}

/** Summarizes a file. The first sentence of the file's own doc comes first, and the summary ends with a line feed. */
export function summarize(source: SummarySource): string {
  const { languageName, text, facts } = source;
  const about =
    facts?.family === 'prose' ? undefined : fileDoc(facts?.language ?? idOf(languageName), text, facts);
  const summary = summarizeByKind(source);
  if (about === undefined) return summary;
  // Comments in a configuration file may hold settings that are commented out.
  const shown = facts?.family === 'code' ? withoutStatedSecrets(about) : withoutSecrets(about);
  return `${shown}\n${summary}`;
}

function idOf(languageName: string): string {
  return allLanguages().find(({ name }) => name === languageName)?.id ?? '';
}

function summarizeByKind({ languageName, text, facts }: SummarySource): string {
  switch (facts?.family) {
    case undefined:
    case 'markup':
      return summarizeOther(languageName, text);
    case 'code':
      return summarizeCode(languageName, text, facts);
    case 'prose':
      return summarizeProse(languageName, text, facts);
    case 'config':
      return summarizeConfig(languageName, text, facts);
  }
}

/** Summaries by rules: one kind for code, prose, configuration and everything else. */
import type { FileFacts } from '../facts/fileFacts';
import { summariseCode } from './code';
import { summariseConfig } from './config';
import { summariseOther } from './other';
import { summariseProse } from './prose';

export interface SummarySource {
  readonly languageName: string;
  readonly text: string;
  readonly facts: FileFacts | undefined;
}

/** Ends with a line feed. */
export function summarise({ languageName, text, facts }: SummarySource): string {
  switch (facts?.family) {
    case undefined:
    case 'markup':
      return summariseOther(languageName, text);
    case 'code':
      return summariseCode(languageName, text, facts);
    case 'prose':
      return summariseProse(languageName, text, facts);
    case 'config':
      return summariseConfig(languageName, text, facts);
  }
}

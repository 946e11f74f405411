/** Warnings and notices for views of files that could not be parsed completely. */
import { counted } from '../counted';
import type { FileFacts } from '../facts/fileFacts';
import { fallbackNote, reasonWords, type FallbackReason } from '../facts/outcome';
import type { DescribedView } from './described';

type Lack = Pick<DescribedView, 'warnings' | 'notice'>;

export function unreadablePlaces({ errors }: FileFacts): Lack {
  if (errors === 0) return { warnings: [] };
  return {
    warnings: [`${counted(errors, 'place')} could not be parsed`],
    notice: { kind: 'unreadable', places: errors },
  };
}

export function unparsedFile(reason: FallbackReason, name: string): Lack {
  return {
    warnings: [fallbackNote(reason, name)],
    notice: { kind: 'fallback', reason: reasonWords(reason, name) },
  };
}

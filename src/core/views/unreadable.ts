/** Warnings and notices for views of files that could not be parsed completely. */
import { counted } from '../counted';
import type { FileFacts } from '../facts/fileFacts';
import { fallbackNote, reasonWords, type FallbackReason } from '../facts/outcome';
import type { DescribedView } from './described';

type Lack = Pick<DescribedView, 'warnings' | 'notice'>;

export function unreadablePlaces({ errors, unread }: FileFacts): Lack {
  const warnings = [
    ...(unread === undefined ? [] : [`no grammar for ${unread}`]),
    ...(errors === 0 ? [] : [`${counted(errors, 'place')} could not be parsed`]),
  ];
  if (warnings.length === 0) return { warnings };
  return { warnings, notice: { kind: 'unreadable', what: warnings.join(', ') } };
}

export function unparsedFile(reason: FallbackReason, name: string): Lack {
  return {
    warnings: [fallbackNote(reason, name)],
    notice: { kind: 'fallback', reason: reasonWords(reason, name) },
  };
}

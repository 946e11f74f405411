import type { RepoPath } from '../../files/repoPath';
import { sourceOf } from '../../sources/addedFile';
import type { AttachedText } from '../../attachments/attachment';
import type { Section, SectionInput } from './section';

/** One block for each document, in the user's order. */
export const documents = {
  id: 'documents',
  title: 'Documents',
  isStatic: true,
  heading: '## Documents',
  body: (input) => {
    const shown = input.options.documents.flatMap(({ source, form, isOff }) => {
      const file = isOff ? undefined : fileOf(source, input);
      return file === undefined ? [] : [{ source, form, file }];
    });
    return shown.length === 0 ? undefined : { kind: 'documents', documents: shown };
  },
} as const satisfies Section;

/** Undefined before attachments are loaded. */
function fileOf(source: string, { attachment }: SectionInput): RepoPath | AttachedText | undefined {
  const read = sourceOf({ source });
  return read.kind === 'path' ? read.path : attachment(read.name);
}

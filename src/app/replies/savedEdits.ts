import type { RepoPath } from '../../core/files/repoPath';
import type { Accepted, Engine, RefusedFile } from '../ports/engine';
import type { Outputs, ZipFiles } from '../ports/files';

export interface SavingParts {
  readonly engine: Pick<Engine, 'editedFiles' | 'editedPatch'>;
  readonly outputs: Pick<Outputs, 'download'>;
  readonly zipFiles: ZipFiles;
  readonly folder: { readonly name: string };
}

/** A file that was saved. `gone`: deleted files, which it can't hold. */
export interface SavedEdits {
  readonly kind: 'saved';
  readonly name: string;
  readonly gone: readonly RepoPath[];
}

/** Saves accepted edits as a patch for `git apply`, or as a ZIP file of the changed files. */
export async function saveEdits(
  accepted: Accepted,
  form: 'patch' | 'zip',
  { engine, outputs, zipFiles, folder }: SavingParts,
): Promise<SavedEdits | RefusedFile> {
  const name = `${folder.name}-reply.${form}`;
  if (form === 'patch') {
    const made = await engine.editedPatch(accepted);
    if (made.kind === 'refused') return made;
    outputs.download(name, new Blob([made.patch]));
    return { kind: 'saved', name, gone: [] };
  }
  const edited = await engine.editedFiles(accepted);
  if (edited.kind === 'refused') return edited;
  const files = edited.files.flatMap(({ path, after }) =>
    after === undefined ? [] : [{ path, content: new Blob([after]) }],
  );
  outputs.download(name, await zipFiles(files));
  const gone = edited.files.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  return { kind: 'saved', name, gone };
}

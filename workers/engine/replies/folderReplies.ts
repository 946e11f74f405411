/** Places the edits of a reply in the folder's files, and makes the files that the user has accepted. */
import { escapePath } from '../../../src/core/compose/escapePath';
import { type RepoPath } from '../../../src/core/files/repoPath';
import { encodingName } from '../../../src/core/files/sourceEncoding';
import { patchOf } from '../../../src/core/replies/patch';
import type { PlacedHunk } from '../../../src/core/replies/placedEdit';
import { createPathIndex, isKnownFile, type PathIndex } from '../../../src/core/replies/placing/findPath';
import { placeHunkAt } from '../../../src/core/replies/placing/placeEdits';
import { readReply } from '../../../src/core/replies/readReply';
import type { ReplyEdit } from '../../../src/core/replies/replyEdit';
import { readRequests } from '../../../src/core/requests/readRequests';
import { hasMask, masksIn } from '../../../src/core/secrets/masks';
import { textInBody } from '../../../src/core/update/textInBody';
import type { BlockStore } from '../../caches/blockStore';
import type { DocumentMaker } from '../documents/documentMaker';
import type { LeavingText } from '../documentContract';
import type { FolderReader } from '../folders/folderReader';
import type { SymbolIndex } from '../symbols/symbolIndex';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import type {
  Accepted,
  ChosenPlace,
  EditedFile,
  EditedFiles,
  EditedPatch,
  FileEdits,
  PlacedReply,
  ReplyToPlace,
} from '../replyContract';
import { editedBytes } from './editedBytes';
import { fileEdits } from './fileEdits';
import { locatedEdits } from './locatedEdits';
import { PresentFiles, type PresentFile } from './presentFiles';

interface Parts {
  readonly reader: FolderReader;
  readonly index: Pick<WorkspaceIndex, 'entries'>;
  readonly blockStore: Pick<BlockStore, 'get'>;
  readonly documents: Pick<DocumentMaker, 'learnMasks' | 'unmask'>;
  readonly symbols: Pick<SymbolIndex, 'filesOf'>;
}

export class FolderReplies {
  readonly #parts: Parts;
  /** Id of the newest reply, which may not be placed yet. */
  #newest = 0;
  /** The files of the last reply as they were when it was placed. */
  #placed: { readonly id: number; readonly files: PresentFiles };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#placed = { id: 0, files: new PresentFiles(parts.reader) };
  }

  async place({ text, sent, chosen, edited }: ReplyToPlace): Promise<PlacedReply> {
    const id = (this.#newest += 1);
    const files = new PresentFiles(this.#parts.reader);
    const known = this.#knownPaths();
    const isFile = (path: string): boolean => isKnownFile(path, known);
    const first = await locatedEdits(readReply(text, isFile), { known, files, chosen });
    const unmasked = await this.#unmasked(text, first.editsByPath.keys(), files);
    const { editsByPath, unplaced, notUnderstood } =
      unmasked === text ? first : await locatedEdits(readReply(unmasked, isFile), { known, files, chosen });
    for (const path of edited.keys()) if (!editsByPath.has(path)) editsByPath.set(path, []);
    const paths = new Set(editsByPath.keys());
    const bodies = await this.#parts.blockStore.get(
      new Set([...sent].flatMap(([path, hash]) => (paths.has(path) ? [hash] : []))),
    );
    const placed: FileEdits[] = [];
    for (const [path, edits] of editsByPath) {
      const file = await files.read(path);
      const body = bodies.get(sent.get(path) ?? '');
      const seen = body && textInBody(new TextDecoder().decode(body));
      const base = seen === undefined ? undefined : await this.#unmasked(seen, [path], files);
      const masked = first.editsByPath.get(path) ?? [];
      const risk = unmasked === text ? undefined : this.#foreignSecret(masked, file);
      placed.push(fileEdits(path, edits, { file, sent: base, edited: edited.get(path), risk, known }));
    }
    const filesOfSymbol = (name: string): readonly RepoPath[] => this.#parts.symbols.filesOf(name);
    const { requests, unknown } = readRequests(text, { paths: known, filesOfSymbol });
    if (id === this.#newest) this.#placed = { id, files };
    return { id, files: placed, unplaced, notUnderstood, requests, unknown };
  }

  /** The hunk at a place that the user has chosen. */
  placeAt({ id, path, hunk, line }: ChosenPlace): PlacedHunk | undefined {
    const file = this.#filesOf(id)?.known(path);
    if (file?.kind !== 'text') return undefined;
    return placeHunkAt(hunk, line, file.text);
  }

  /** Makes the files that the user has accepted, from the files as they were reviewed. */
  async edited({ id, files: accepted }: Accepted): Promise<EditedFiles> {
    const reviewed = this.#filesOf(id);
    const files: EditedFile[] = [];
    for (const { path, newPath, replacements } of accepted) {
      const file = reviewed?.known(path);
      if (file === undefined || file.kind === 'failed')
        return { kind: 'refused', path, reason: 'is being read again' };
      const { bytes, encoding } = file.kind === 'text' ? file : NO_FILE;
      const before = file.kind === 'text' ? file.bytes : undefined;
      const after = replacements && editedBytes(bytes, replacements, encoding);
      if (replacements !== undefined && after === undefined) {
        const reason = `is in ${encodingName(encoding)}, which lacks a character of the new text`;
        return { kind: 'refused', path, reason };
      }
      if (newPath === undefined) files.push({ path, before, after });
      else {
        const isTaken = (await reviewed?.read(newPath))?.kind !== 'none';
        if (isTaken)
          return { kind: 'refused', path, reason: `can’t become ${escapePath(newPath)}, which exists` };
        files.push({ path: newPath, before: undefined, after }, { path, before, after: undefined });
      }
    }
    const twice = files.find(({ path }, at) => files.findIndex((file) => file.path === path) !== at);
    if (twice !== undefined) return { kind: 'refused', path: twice.path, reason: 'would be written twice' };
    return { kind: 'edited', files };
  }

  /** The accepted files as a patch. */
  async patch(accepted: Accepted): Promise<EditedPatch> {
    const edited = await this.edited(accepted);
    return edited.kind === 'refused' ? edited : { kind: 'patch', patch: patchOf(edited.files) };
  }

  /** Undefined for a reply that has been placed again since: its replacements are of other texts. */
  #filesOf(id: number): PresentFiles | undefined {
    return id === this.#placed.id ? this.#placed.files : undefined;
  }

  #knownPaths(): PathIndex {
    const paths: RepoPath[] = [];
    for (const { path, kind } of this.#parts.index.entries.values()) if (kind === 'file') paths.push(path);
    return createPathIndex(paths);
  }

  /** A risk if the edits of a file have the mask of a secret that the file does not have itself. */
  #foreignSecret(edits: readonly ReplyEdit[], file: PresentFile): string | undefined {
    const now = file.kind === 'text' ? file.text : '';
    for (const mask of masksIn(JSON.stringify(edits))) {
      const value = this.#parts.documents.unmask(mask);
      if (value !== mask && !now.includes(value)) return 'would get a secret of another file';
    }
    return undefined;
  }

  /** The text, in which masks of secrets in these files are the secrets again. */
  async #unmasked(text: string, paths: Iterable<RepoPath>, files: PresentFiles): Promise<string> {
    if (!hasMask(text)) return text;
    const sources: LeavingText[] = [];
    for (const path of paths) {
      const file = await files.read(path);
      if (file.kind === 'text') sources.push({ key: path, path, text: file.text });
    }
    const { documents } = this.#parts;
    await documents.learnMasks(sources);
    return documents.unmask(text);
  }
}

const NO_FILE = { bytes: new Uint8Array(), encoding: 'utf-8' } as const;

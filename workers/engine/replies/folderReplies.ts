/** Places the edits of a reply in the folder's files, and makes the files that the user has accepted. */
import { encodingName, type SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { createPathIndex, findEditedPath, type PathIndex } from '../../../src/core/replies/place/findPath';
import { riskOf } from '../../../src/core/replies/place/pathRisk';
import { fitsExactly, placeEdits } from '../../../src/core/replies/place/placeEdit';
import { readReply } from '../../../src/core/replies/readReply';
import type { ReplyEdit } from '../../../src/core/replies/replyEdit';
import { textInBody } from '../../../src/core/update/textInBody';
import type { BlockStore } from '../../caches/blockStore';
import { decodeText } from '../../compute/decode';
import type { FolderReader } from '../folders/folderReader';
import { lookUpFile, readFile } from '../reading/fileReading';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import type {
  AcceptedEdits,
  EditedFile,
  EditedFiles,
  FileEdits,
  PlacedReply,
  ReplyToPlace,
  UnplacedEdit,
} from '../replyContract';
import { editedBytes } from './editedBytes';

interface Parts {
  readonly reader: FolderReader;
  readonly index: Pick<WorkspaceIndex, 'entries'>;
  readonly blockStore: Pick<BlockStore, 'get'>;
}

type PresentFile =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly encoding: SourceEncoding;
    }
  | { readonly kind: 'failed'; readonly reason: string };

export class FolderReplies {
  readonly #parts: Parts;
  /** The files of the last reply as they were when it was placed. */
  #reviewed = new Map<RepoPath, PresentFile>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async place({ text, sent }: ReplyToPlace): Promise<PlacedReply> {
    const { edits, notUnderstood } = readReply(text);
    this.#reviewed = new Map();
    const known = this.#knownPaths();
    const editsByPath = new Map<RepoPath, ReplyEdit[]>();
    const unplaced: UnplacedEdit[] = [];
    for (const edit of edits) {
      const found = await this.#findPath(edit, known);
      const path = found.kind === 'path' || found.kind === 'new' ? found.path : undefined;
      const file = path && (await this.#present(path));
      if (path !== undefined && file?.kind !== 'failed') {
        const others = editsByPath.get(path);
        if (others === undefined) editsByPath.set(path, [edit]);
        else others.push(edit);
        continue;
      }
      unplaced.push({
        written: edit.path,
        ...{ from: edit.from, to: edit.to },
        ...(found.kind === 'ambiguous'
          ? { reason: 'may be one of several files', paths: found.paths }
          : {
              reason: found.kind === 'refused' ? found.reason : (file as { reason: string }).reason,
              paths: [],
            }),
      });
    }
    const bodies = await this.#parts.blockStore.get(new Set(sent.values()));
    const sentText = (path: RepoPath): string | undefined => {
      const body = bodies.get(sent.get(path) ?? '');
      return body && textInBody(new TextDecoder().decode(body));
    };
    const files: FileEdits[] = [];
    for (const [path, own] of editsByPath)
      files.push(fileEdits(path, own, { file: await this.#present(path), sent: sentText(path) }));
    return { files, unplaced, notUnderstood };
  }

  /** Makes the files that the user has accepted, from the files as they were reviewed. */
  edited(accepted: readonly AcceptedEdits[]): Promise<EditedFiles> {
    const files: EditedFile[] = [];
    for (const { path, newPath, replacements } of accepted) {
      const file = this.#reviewed.get(path);
      const refuse = (reason: string) => Promise.resolve({ kind: 'refused' as const, path, reason });
      if (file === undefined || file.kind === 'failed') return refuse('is not part of the reply');
      const { bytes, encoding } = file.kind === 'text' ? file : NO_FILE;
      const before = file.kind === 'text' ? file.bytes : undefined;
      const after = replacements && editedBytes(bytes, replacements, encoding);
      if (replacements !== undefined && after === undefined)
        return refuse(`is in ${encodingName(encoding)}, which lacks a character of the new text`);
      if (newPath === undefined) files.push({ path, before, after });
      else files.push({ path: newPath, before: undefined, after }, { path, before, after: undefined });
    }
    return Promise.resolve({ kind: 'edited', files });
  }

  #knownPaths(): PathIndex {
    const paths: RepoPath[] = [];
    for (const { path, kind } of this.#parts.index.entries.values()) if (kind === 'file') paths.push(path);
    return createPathIndex(paths);
  }

  /** Reads the files whose texts decide before asking which of them is meant. */
  async #findPath(edit: ReplyEdit, known: PathIndex): Promise<ReturnType<typeof findEditedPath>> {
    const texts = new Map<RepoPath, string>();
    for (;;) {
      const unread: RepoPath[] = [];
      const found = findEditedPath(edit.path, known, (path) => {
        const text = texts.get(path);
        if (text === undefined && !texts.has(path)) unread.push(path);
        return text !== undefined && fitsExactly(edit, text);
      });
      const next = unread.slice(0, MOST_CANDIDATES - texts.size);
      if (next.length === 0) return found;
      for (const path of next) {
        const file = await this.#present(path);
        texts.set(path, file.kind === 'text' ? file.text : '');
      }
    }
  }

  async #present(path: RepoPath): Promise<PresentFile> {
    const known = this.#reviewed.get(path);
    if (known !== undefined) return known;
    const file = await this.#read(path);
    this.#reviewed.set(path, file);
    return file;
  }

  async #read(path: RepoPath): Promise<PresentFile> {
    const { reader } = this.#parts;
    const found = await lookUpFile(reader, path);
    if (found.kind === 'missing') return { kind: 'none' };
    if (found.kind === 'failed') return { kind: 'failed', reason: `can't be read: ${found.reason}` };
    if (found.stamp.size > MOST_BYTES)
      return { kind: 'failed', reason: `is larger than ${MOST_BYTES / 1_000_000} MB` };
    const read = await readFile(reader, { path, lookup: found });
    if (read.kind === 'missing') return { kind: 'none' };
    if (read.kind === 'failed') return { kind: 'failed', reason: `can't be read: ${read.reason}` };
    const bytes = new Uint8Array(read.bytes);
    const decoded = decodeText(bytes, found.stamp.readAs);
    if (decoded.kind === 'binary') return { kind: 'failed', reason: `has no text: ${decoded.reason}` };
    return { kind: 'text', text: decoded.text, bytes, encoding: decoded.encoding };
  }
}

const NO_FILE = { bytes: new Uint8Array(), encoding: 'utf-8' } as const;

/** Files with the name that a reply gives without a folder. */
const MOST_CANDIDATES = 30;

/** Bytes of the largest file that can be edited. */
const MOST_BYTES = 20_000_000;

function fileEdits(
  path: RepoPath,
  edits: readonly ReplyEdit[],
  { file, sent }: { readonly file: PresentFile; readonly sent: string | undefined },
): FileEdits {
  const now = file.kind === 'text' ? file.text : undefined;
  const risk = riskOf(path);
  const written = edits.find((edit) => edit.path !== path)?.path;
  return {
    path,
    ...(written !== undefined && { written }),
    now,
    hunks: placeEdits(edits, { now, sent }),
    ...(risk.kind !== 'none' && { risk: risk.reason }),
  };
}

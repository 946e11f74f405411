/** Places the edits of a reply in the folder's files, and makes the files that the user has accepted. */
import { escapePath } from '../../../src/core/compose/escapePath';
import { parentPath, parseRepoPath, type RepoPath } from '../../../src/core/files/repoPath';
import { encodingName } from '../../../src/core/files/sourceEncoding';
import { patchOf } from '../../../src/core/replies/patch';
import type { PlacedHunk } from '../../../src/core/replies/placedEdit';
import {
  createPathIndex,
  findEditedPath,
  isKnownFile,
  type PathIndex,
} from '../../../src/core/replies/placing/findPath';
import { newFileRisk } from '../../../src/core/replies/placing/newFileRisk';
import { riskOf } from '../../../src/core/replies/placing/pathRisk';
import { appliedText, splitLines } from '../../../src/core/replies/placing/appliedText';
import { driftBetween, mergeChanges } from '../../../src/core/replies/placing/threeWay';
import { changesBetweenTexts } from '../../../src/core/replies/placing/wholeFile';
import { fitsExactly, placeEdits, placeHunkAt } from '../../../src/core/replies/placing/placeEdits';
import { readReply } from '../../../src/core/replies/readReply';
import type { ReplyEdit, ReplyPlan } from '../../../src/core/replies/replyEdit';
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
  EditedText,
  FileEdits,
  PlacedReply,
  ReplyToPlace,
  UnplacedEdit,
} from '../replyContract';
import { editedBytes } from './editedBytes';
import { PresentFiles, type PresentFile } from './presentFiles';

interface Parts {
  readonly reader: FolderReader;
  readonly index: Pick<WorkspaceIndex, 'entries'>;
  readonly blockStore: Pick<BlockStore, 'get'>;
  readonly documents: Pick<DocumentMaker, 'unmask'>;
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
    const first = await located(readReply(text, isFile), { known, files, chosen });
    const unmasked = hasMask(text) ? await this.#unmasked(text, first.editsByPath.keys(), files) : text;
    const { editsByPath, unplaced, notUnderstood } =
      unmasked === text ? first : await located(readReply(unmasked, isFile), { known, files, chosen });
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
      const base = seen !== undefined && hasMask(seen) ? await this.#unmasked(seen, [path], files) : seen;
      const isNewFolder = !known.folders.has(parentPath(path) ?? '') && parentPath(path) !== undefined;
      const masked = first.editsByPath.get(path) ?? [];
      const foreign = unmasked === text ? undefined : await this.#foreignSecret(masked, file);
      const risk =
        foreign ??
        (file.kind === 'none' && isNewFolder ? 'would be the first in its folder' : undefined) ??
        (file.kind === 'none' ? newFileRisk(path, known.paths) : undefined);
      placed.push(fileEdits(path, edits, { file, sent: base, edited: edited.get(path), risk }));
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
  async #foreignSecret(edits: readonly ReplyEdit[], file: PresentFile): Promise<string | undefined> {
    const now = file.kind === 'text' ? file.text : '';
    for (const mask of masksIn(JSON.stringify(edits))) {
      const value = await this.#parts.documents.unmask(mask, []);
      if (value !== mask && !now.includes(value)) return 'would get a secret of another file';
    }
    return undefined;
  }

  /** Masks that the model has repeated become the secrets of these files again. */
  async #unmasked(text: string, paths: Iterable<RepoPath>, files: PresentFiles): Promise<string> {
    const sources: LeavingText[] = [];
    for (const path of paths) {
      const file = await files.read(path);
      if (file.kind === 'text') sources.push({ key: path, path, text: file.text });
    }
    return this.#parts.documents.unmask(text, sources);
  }
}

interface Locating {
  readonly known: PathIndex;
  readonly files: PresentFiles;
  readonly chosen: ReadonlyMap<string, RepoPath>;
}

/** The edits of a reply by the files that they are for. */
async function located({ edits, notUnderstood }: ReplyPlan, { known, files, chosen }: Locating) {
  const editsByPath = new Map<RepoPath, ReplyEdit[]>();
  const unplaced: UnplacedEdit[] = [];
  for (const edit of edits) {
    const own = chosen.get(edit.path);
    const found = own === undefined ? await findPath(edit, known, files) : await asFound(own, files);
    if (found.kind !== 'found') {
      const { reason, paths } = found;
      unplaced.push({ written: edit.path, from: edit.from, to: edit.to, reason, paths });
      continue;
    }
    const moved = await renamedBefore(edit, found.path, files);
    const path = moved?.path ?? found.path;
    const others = editsByPath.get(path);
    if (others === undefined) editsByPath.set(path, [moved?.edit ?? edit]);
    else others.push(moved?.edit ?? edit);
  }
  return { editsByPath, unplaced, notUnderstood };
}

/** An edit of a file that has been renamed as the edit wants, such as by writing it earlier, for the file as it is now. */
async function renamedBefore(
  edit: ReplyEdit,
  path: RepoPath,
  files: PresentFiles,
): Promise<{ readonly path: RepoPath; readonly edit: ReplyEdit } | undefined> {
  if (!('newPath' in edit) || edit.newPath === undefined) return undefined;
  const { path: newPath } = targetOf(edit.newPath);
  if (newPath === undefined || (await files.read(path)).kind !== 'none') return undefined;
  const isThere = (await files.read(newPath)).kind === 'text';
  return isThere ? { path: newPath, edit: { ...edit, path: newPath, newPath } } : undefined;
}

const NO_FILE = { bytes: new Uint8Array(), encoding: 'utf-8' } as const;

type FoundFile =
  | { readonly kind: 'found'; readonly path: RepoPath }
  | { readonly kind: 'refused'; readonly reason: string; readonly paths: readonly RepoPath[] };

async function findPath(edit: ReplyEdit, known: PathIndex, files: PresentFiles): Promise<FoundFile> {
  const found = await findByTexts(edit, known, files);
  if (found.kind === 'ambiguous')
    return { kind: 'refused', reason: 'may be one of several files', paths: found.paths };
  if (found.kind === 'refused') return { kind: 'refused', reason: found.reason, paths: [] };
  return asFound(found.path, files);
}

async function asFound(path: RepoPath, files: PresentFiles): Promise<FoundFile> {
  const file = await files.read(path);
  return file.kind === 'failed'
    ? { kind: 'refused', reason: file.reason, paths: [] }
    : { kind: 'found', path };
}

/** Reads the files whose texts decide which of them is meant. */
async function findByTexts(
  edit: ReplyEdit,
  known: PathIndex,
  files: PresentFiles,
): Promise<ReturnType<typeof findEditedPath>> {
  for (let left = MOST_CANDIDATES; ;) {
    const unread: RepoPath[] = [];
    const found = findEditedPath(edit.path, known, (path) => {
      const file = files.known(path);
      if (file === undefined) unread.push(path);
      return file?.kind === 'text' && fitsExactly(edit, file.text);
    });
    const next = unread.slice(0, left);
    if (next.length === 0) return found;
    left -= next.length;
    for (const path of next) await files.read(path);
  }
}

/** Files with the name that a reply gives without a folder. */
const MOST_CANDIDATES = 30;

interface TextsOfFile {
  readonly file: PresentFile;
  readonly sent: string | undefined;
  readonly edited: EditedText | undefined;
  readonly risk: string | undefined;
}

function fileEdits(
  path: RepoPath,
  edits: readonly ReplyEdit[],
  { file, sent, edited, risk: given }: TextsOfFile,
): FileEdits {
  const now = file.kind === 'text' ? file.text : undefined;
  const hunks = placeEdits(edits, { now, sent });
  const renamed = edits.flatMap((edit) => ('newPath' in edit ? [edit.newPath] : [])).at(-1);
  const target = renamed === undefined ? undefined : targetOf(renamed);
  const own = edited && rebased(edited, now ?? '');
  const risk = riskIn(path, hunks, now) ?? target?.risk ?? given ?? own?.risk;
  return {
    ...{ path, now, hunks },
    ...(own && { edited: own.text }),
    ...(target?.path !== undefined && target.path !== path && { newPath: target.path }),
    ...(risk !== undefined && { risk }),
  };
}

interface RebasedText {
  readonly text: string;
  readonly risk?: string;
}

/** The user's text with what has changed in the file since. A text that can't be merged stays as it is. */
function rebased({ text, base }: EditedText, now: string): RebasedText {
  if (base === now) return { text };
  const drift = driftBetween({ sent: splitLines(base).lines, now: splitLines(now).lines });
  const merged = mergeChanges(
    changesBetweenTexts(base, text).map((change) => [change]),
    drift,
  );
  if (merged.some(({ kind }) => kind === 'conflict'))
    return { text, risk: 'has changed where you edited it, and your text would undo that' };
  return {
    text: appliedText(
      now,
      merged.flatMap((each) => (each.kind === 'clean' ? each.changes : [])),
    ),
  };
}

function riskIn(path: RepoPath, hunks: readonly PlacedHunk[], now: string | undefined): string | undefined {
  const risk = riskOf(path);
  if (risk.kind !== 'none') return risk.reason;
  const masked = hunks.some(
    ({ state }) => state.kind !== 'applied' && state.replacement?.lines.some(hasMask),
  );
  if (masked) return 'would get the mask of a secret whose value is not known here';
  const sure = hunks.flatMap(({ state }) => (state.kind === 'placed' ? [state.replacement] : []));
  if (now === undefined || sure.length === 0) return undefined;
  const left = appliedText(now, sure).trim().length;
  return left < now.trim().length * LEAST_LEFT ? 'would lose most of its text' : undefined;
}

/** The share of a file that sure edits may leave. */
const LEAST_LEFT = 0.3;

/** The new path of a file, without it if the file can't be renamed. */
function targetOf(written: string): { readonly path?: RepoPath; readonly risk?: string } {
  const parsed = parseRepoPath(written);
  if (parsed.kind === 'refused') return { risk: `can’t be renamed: the new path ${parsed.reason}` };
  const { path } = parsed;
  const risk = riskOf(path);
  if (risk.kind === 'none') return { path };
  const words = `would become ${escapePath(path)}, which ${risk.reason}`;
  return risk.kind === 'refused' ? { risk: words } : { path, risk: words };
}

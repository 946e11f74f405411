/** All listed entries of the workspace with their contents. Reports each change to the outbox. */
import type { ContentHash, FileContent } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { ScannedEntry } from '../contract';
import { isSameStamp, stampOf, type FileStamp } from '../folders/fileStamp';
import type { Outbox } from '../outbox';

export interface FileRecord extends FileStamp {
  readonly content: FileContent;
  readonly checked: boolean;
}

export interface WorkspaceIndex {
  /** Incremented whenever an entry is added, removed or changed. */
  readonly revision: number;
  /** Incremented whenever a file is removed or its content recorded. */
  readonly contentRevision: number;
  readonly entries: ReadonlyMap<RepoPath, ScannedEntry>;
  note(path: RepoPath, kind: ScannedEntry['kind'], leftOut: LeftOut | undefined): void;
  remove(paths: Iterable<RepoPath>): void;
  record(path: RepoPath): FileRecord | undefined;
  setRecord(path: RepoPath, record: FileRecord): void;
  /** The hash of a file's text, if it was read with this stamp. */
  hashOf(path: RepoPath, stamp: FileStamp): ContentHash | undefined;
  /** Records another job's result if it is new. */
  learn(path: RepoPath, stamp: FileStamp, content: FileContent): void;
  forgetRecords(): void;
}

export function createWorkspaceIndex(outbox: Outbox): WorkspaceIndex {
  const entries = new Map<RepoPath, ScannedEntry>();
  const records = new Map<RepoPath, FileRecord>();
  let nextId = 1;
  let revision = 0;
  let contentRevision = 0;

  function remove(paths: Iterable<RepoPath>): void {
    const ids: number[] = [];
    for (const path of paths) {
      const entry = entries.get(path);
      if (entry === undefined) continue;
      ids.push(entry.id);
      entries.delete(path);
      records.delete(path);
    }
    if (ids.length === 0) return;
    revision += 1;
    contentRevision += 1;
    outbox.removed(ids);
  }

  function setRecord(path: RepoPath, record: FileRecord): void {
    const entry = entries.get(path);
    if (entry === undefined) return; // The file was removed while it was being read.
    records.set(path, record);
    contentRevision += 1;
    outbox.indexed({ id: entry.id, ...record });
  }

  return {
    get revision() {
      return revision;
    },
    get contentRevision() {
      return contentRevision;
    },
    entries,
    note(path, kind, leftOut) {
      const known = entries.get(path);
      if (known?.kind === kind && isSameReason(known.leftOut, leftOut)) return;
      if (known !== undefined && known.kind !== kind) remove([path]);
      const id = entries.get(path)?.id ?? nextId++;
      const entry: ScannedEntry = { id, path, kind, ...(leftOut && { leftOut }) };
      entries.set(path, entry);
      revision += 1;
      outbox.entry(entry);
    },
    remove,
    record: (path) => records.get(path),
    setRecord,
    hashOf(path, stamp) {
      const known = records.get(path);
      const isSame = known !== undefined && isSameStamp(known, stamp);
      return isSame && known.content.kind === 'text' ? known.content.hash : undefined;
    },
    learn(path, stamp, content) {
      const known = records.get(path);
      const isKnown = known?.content.kind === content.kind && isSameStamp(known, stamp);
      if (isKnown && content.kind !== 'text') return;
      setRecord(path, { ...stampOf(stamp), content, checked: true });
    },
    forgetRecords() {
      records.clear();
      contentRevision += 1;
    },
  };
}

function isSameReason(one: LeftOut | undefined, other: LeftOut | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.source === other.source && one.rule === other.rule && placeOf(one) === placeOf(other);
}

function placeOf(reason: LeftOut): string {
  switch (reason.source) {
    case 'file':
      return `${reason.file}:${reason.line}`;
    case 'user':
      return String(reason.line);
    case 'built-in':
    case 'sensitive':
    case 'unreadable':
      return '';
  }
}

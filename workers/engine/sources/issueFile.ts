/** Reads the export of the Beads tracker, whether or not the folder's ignore rules leave it out. */
import { renderIssues } from '../../../src/core/beads/renderIssues';
import type { ReadIssues } from '../../../src/core/beads/readIssues';
import { workOf } from '../../../src/core/beads/work';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { transfer } from 'comlink';
import type { ComputePool } from '../computePool';
import { stampKey } from '../folders/fileStamp';
import { folderFailure, FolderLost, type FolderReader } from '../folders/folderReader';
import { lookUpFile, readFile, type FileLookup } from '../reading/fileReading';
import { reasonOf } from '../reason';
import type { IssuesFound, IssuesWanted } from '../sourceContract';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';

/** In the order in which they are looked for. The paths are valid. */
const FILES = ['.beads/issues.jsonl', '.beads/beads.jsonl', '.beads_mock/beads.json'].map(
  (path) => path as RepoPath,
);
const FOLDER = '.beads' as RepoPath;

/** Whether a change of this file changes the issues. */
export function isIssueFile(path: RepoPath): boolean {
  return FILES.includes(path);
}

type IssuesRead =
  Exclude<IssuesFound, { kind: 'found' }> | ({ readonly kind: 'read'; readonly path: RepoPath } & ReadIssues);

export interface IssueFileParts {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  encoding(): TokenEncoding;
}

export class IssueFile {
  readonly #parts: IssueFileParts;
  /** The result for the file as it was when it was read last. */
  #last: { readonly key: string; readonly read: Promise<IssuesRead> } | undefined;

  constructor(parts: IssueFileParts) {
    this.#parts = parts;
  }

  /** The section about the issues; empty if there are none. */
  async render(heading: string): Promise<string> {
    const read = await this.#read();
    return read.kind === 'read' ? renderIssues(heading, read.issues) : '';
  }

  async find({ now, limit }: IssuesWanted): Promise<IssuesFound> {
    const read = await this.#read();
    if (read.kind !== 'read') return read;
    const { path, issues, warnings } = read;
    const { ready, inProgress, blocked } = workOf(issues, now);
    const closed = issues.filter(({ status }) => status === 'closed').length;
    return {
      ...{ kind: 'found', path, warnings },
      work: {
        ready: ready.slice(0, limit),
        inProgress: inProgress.slice(0, limit),
        blocked: blocked.slice(0, limit),
      },
      counts: { ready: ready.length, inProgress: inProgress.length, blocked: blocked.length, closed },
    };
  }

  async #read(): Promise<IssuesRead> {
    for (const path of FILES) {
      const lookup = await lookUpFile(this.#parts.reader, path);
      if (lookup.kind === 'found') return this.#readOnce(path, lookup);
      if (lookup.kind === 'failed') return { kind: 'failed', path, reason: lookup.reason };
    }
    return { kind: (await this.#hasFolder()) ? 'unexported' : 'absent' };
  }

  #readOnce(path: RepoPath, lookup: FileLookup & { kind: 'found' }): Promise<IssuesRead> {
    const key = `${path} ${stampKey(lookup.stamp)}`;
    if (this.#last?.key === key) return this.#last.read;
    const read = this.#parse(path, lookup);
    const last = (this.#last = { key, read });
    const forget = (): void => {
      if (this.#last === last) this.#last = undefined;
    };
    // Whatever failed is tried again on the next question.
    read.then(({ kind }) => kind === 'read' || forget(), forget);
    return read;
  }

  async #parse(path: RepoPath, lookup: FileLookup): Promise<IssuesRead> {
    const { reader, pool, encoding } = this.#parts;
    const file = await readFile(reader, path, lookup);
    if (file.kind === 'missing') return { kind: 'absent' };
    if (file.kind === 'failed') return { kind: 'failed', path, reason: file.reason };
    const { bytes } = file;
    try {
      const parsed = await pool.run<ReadIssues | string>({
        ...{ encoding: encoding(), bytes: bytes.byteLength, urgent: true },
        call: (api) => api.readIssues(transfer(bytes, [bytes.buffer])),
      });
      return typeof parsed === 'string'
        ? { kind: 'failed', path, reason: parsed }
        : { kind: 'read', path, ...parsed };
    } catch (error) {
      return { kind: 'failed', path, reason: reasonOf(error) };
    }
  }

  async #hasFolder(): Promise<boolean> {
    try {
      for await (const _ of this.#parts.reader.list(FOLDER)) break;
      return true;
    } catch (error) {
      if (error instanceof FolderLost) throw error;
      return folderFailure(error).kind !== 'missing';
    }
  }
}

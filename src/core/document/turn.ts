/** A turn: a document that the user has copied, downloaded, or saved, as it is recorded. */
import { oneLine } from '../compose/escapePath';
import type { TokenEncoding } from '../tokens/encoding';
import { sectionOfKey, type BlockSource } from './block';
import type { DocumentPart } from './plan';

export const HANDED_BY = ['copy', 'download', 'save'] as const;
export type HandedBy = (typeof HANDED_BY)[number];

export interface Turn {
  /** Never changes. Later ids sort after earlier ones. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly by: HandedBy;
  readonly part: DocumentPart;
  /** SHA-256 of the document, in hexadecimal. */
  readonly hash: string;
  readonly encoding: TokenEncoding;
  readonly tokens: number;
  readonly bytes: number;
  readonly files: number;
  readonly groups: TurnGroups;
  /** The beginning of the task, on one line; empty if there was none. */
  readonly task: string;
}

/** Tokens of everything that stays the same between turns, of the discussion, and of the task. */
export interface TurnGroups {
  readonly static: number;
  readonly discussion: number;
  readonly task: number;
}

/** A block of a turn. */
export interface TurnBlock {
  /** As in `Block`. */
  readonly key: string;
  readonly lead: string;
  /** SHA-256 of its body, in hexadecimal. */
  readonly hash: string;
  /** With its lead and the separator or end after it. */
  readonly tokens: number;
  /** The view mode of a file; empty for a text. */
  readonly mode: string;
}

/** A block as it was handed over. */
export interface HandedBlock extends Pick<TurnBlock, 'lead' | 'hash' | 'tokens'> {
  readonly source: BlockSource;
}

/** Characters of a task in a record. */
const TASK = 120;

/** The beginning of a task on one line. */
export function taskWords(task: string): string {
  const line = oneLine(task.trimStart().slice(0, 4 * TASK));
  return Array.from(line).slice(0, TASK).join('').trim();
}

export function groupsOf(blocks: readonly HandedBlock[]): TurnGroups {
  const groups = { static: 0, discussion: 0, task: 0 };
  for (const { source, tokens } of blocks) {
    const section = source.kind === 'file' ? 'files' : sectionOfKey(source.key);
    groups[section === 'discussion' || section === 'task' ? section : 'static'] += tokens;
  }
  return groups;
}

export function turnBlock({ source, lead, hash, tokens }: HandedBlock): TurnBlock {
  return source.kind === 'file'
    ? { key: `file:${source.path}`, lead, hash, tokens, mode: source.view.mode }
    : { key: source.key, lead, hash, tokens, mode: '' };
}

/** Whether two turns in a row are one, because the user has handed over the same document again. */
export function isSameTurn(one: Turn, other: Turn): boolean {
  return one.hash === other.hash && one.part === other.part && one.encoding === other.encoding;
}

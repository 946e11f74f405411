/** A turn: a document that the user has copied, downloaded, or saved, as it is recorded. */
import { oneLine } from '../compose/escapePath';
import type { MessagesFormat } from '../apiMessages/format';
import type { LayoutName } from '../settings/settings';
import type { LayerMoves, Layers } from '../tiers/layers';
import type { TokenEncoding } from '../tokens/encoding';
import { keyOfSource, sectionOfKey, type BlockSource } from './block';

export const HANDED_BY = ['copy', 'download', 'save'] as const;
export type HandedBy = (typeof HANDED_BY)[number];

/** `changes`: an update of what the discussion's last turn has shown. */
export const HANDED_PARTS = ['whole', 'static', 'rest', 'changes'] as const;
export type HandedPart = (typeof HANDED_PARTS)[number];

/** Later documents of a discussion build on its last `counted` turn. A turn of `none` has left no state. */
export const TURN_STEPS = ['counted', 'undone', 'none'] as const;
export type TurnStep = (typeof TURN_STEPS)[number];

export interface Turn {
  /** Never changes. Later ids sort after earlier ones. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly by: HandedBy;
  readonly part: HandedPart;
  readonly layout: LayoutName;
  /** Id of the discussion that it belongs to; empty for none. */
  readonly discussion: string;
  readonly step: TurnStep;
  /** Present if it was written as messages for an API. The record has the document. */
  readonly form?: MessagesFormat | undefined;
  /** SHA-256 of the document, in hexadecimal. */
  readonly hash: string;
  readonly encoding: TokenEncoding;
  readonly tokens: number;
  readonly bytes: number;
  readonly files: number;
  readonly groups: TurnGroups;
  /** Cached tiers without a part of the document. */
  readonly emptyTiers: number;
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

/** A block of an update. */
export type SentBlock = Omit<TurnBlock, 'mode'>;

/** The contents of a turn. */
export interface TurnRecord {
  /** All blocks of the document, even if only the changes were handed over. */
  readonly blocks: readonly TurnBlock[];
  /** The blocks of the update, if only the changes were handed over. */
  readonly sent?: readonly SentBlock[];
  /** The state after the turn; undefined if it is no step. */
  readonly state?: TurnState;
}

/** The state that a step leaves to the next one of its discussion. */
export interface TurnState {
  readonly layers: Layers;
  /** The folders that the symbol map has aliases for; undefined before a document has one. */
  readonly aliases?: readonly string[];
  /** The moves that the turn caused. */
  readonly moves: LayerMoves;
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

export function groupsOf(blocks: readonly Pick<TurnBlock, 'key' | 'tokens'>[]): TurnGroups {
  const groups = { static: 0, discussion: 0, task: 0 };
  for (const { key, tokens } of blocks) {
    const section = sectionOfKey(key);
    if (section === 'discussion') groups.discussion += tokens;
    // Texts of addresses belong to the task that has them.
    else if (section === 'task' || section === 'urls') groups.task += tokens;
    else groups.static += tokens;
  }
  return groups;
}

export function turnBlock({ source, lead, hash, tokens }: HandedBlock): TurnBlock {
  const mode = source.kind === 'file' ? source.view.mode : '';
  return { key: keyOfSource(source), lead, hash, tokens, mode };
}

/** Whether two turns in a row are one, because the user has handed over the same document again. */
export function isSameTurn(one: Turn, other: Turn): boolean {
  return (
    one.hash === other.hash &&
    one.part === other.part &&
    one.encoding === other.encoding &&
    one.discussion === other.discussion &&
    one.step === other.step &&
    one.form === other.form
  );
}

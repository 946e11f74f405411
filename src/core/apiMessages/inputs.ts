/** The inputs of the functions that make messages. */
import type { StabilityTier } from '../tiers/tier';
import type { MessageBlock } from './block';
import type { AttachedImage } from './messageTypes';

export type TieredBlock = MessageBlock & { readonly tier: StabilityTier };

export interface ClassicInput {
  /** The system prompt. */
  readonly system: string;
  /** Explains the signs of the symbol map; blank for none. */
  readonly legend: string;
  /** In the order in which the tracker prints them. */
  readonly blocks: readonly TieredBlock[];
  /** The pinned message; blank for none. */
  readonly workspaceMessage: string;
  readonly task: string;
  readonly taskImages: readonly AttachedImage[];
}

export type PlacedBlock = MessageBlock & {
  /** The heading above the block; empty for none. */
  readonly lead: string;
  /** With its lead. */
  readonly tokens: number;
};

export interface FlatInput {
  /** The instructions. */
  readonly system: string;
  readonly systemTokens: number;
  /** In printed order. */
  readonly blocks: readonly PlacedBlock[];
  /** The number of the last block that is as in the last turn, like all before it; 0 if only the instructions are, -1 for none. */
  readonly lastKept: number;
  /** The pinned message; blank for none. */
  readonly workspaceMessage: string;
  readonly task: string;
  readonly taskImages: readonly AttachedImage[];
  /** Of the task and the pinned message. */
  readonly taskTokens: number;
  /** The tokens of the shortest prefix that can be cached, counted like the blocks. */
  readonly minimum: number;
}

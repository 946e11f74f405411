import type { ImagePart, SpokenMessage } from './messageTypes';

/** A block of the document as input for messages. Its text is never blank. */
export type MessageBlock = PrintedBlock | TreeBlock | HistoryBlock;

interface CommonBlock {
  readonly key: string;
  /** The reason why the block's text is not what it should be: its file is binary or gone. */
  readonly problem?: string;
}

export interface PrintedBlock extends CommonBlock {
  readonly kind: 'symbol' | 'file' | 'other';
  /** As printed in the document, without lead and separator. */
  readonly body: string;
  /** The image that the body is about. */
  readonly image?: Pick<ImagePart, 'base64' | 'type'>;
}

export interface TreeBlock extends CommonBlock {
  readonly kind: 'tree';
  /** Begins with its heading. */
  readonly body: string;
  /** The number of files in it. */
  readonly files: number;
}

export interface HistoryBlock extends CommonBlock, SpokenMessage {
  readonly kind: 'history';
}

/** No messages are made while a block has a problem. */
export interface RefusedBlocks {
  readonly kind: 'refused';
  readonly problems: readonly { readonly key: string; readonly problem: string }[];
}

/** Undefined if no block has a problem. */
export function refusalOf(blocks: readonly MessageBlock[]): RefusedBlocks | undefined {
  const problems = blocks.flatMap(({ key, problem }) => (problem === undefined ? [] : { key, problem }));
  return problems.length === 0 ? undefined : { kind: 'refused', problems };
}

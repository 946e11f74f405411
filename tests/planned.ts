/** Blocks and plans as the app makes them, and their text as the engine writes it. */
import type { ViewRequest } from '../src/core/views/viewRequest';
import type { Message } from '../src/core/conversation/discussion';
import { renderDiscussion } from '../src/core/conversation/renderDiscussion';
import { fileBlock, historyKey, textBlock, type Block } from '../src/core/document/block';
import { bySection } from '../src/core/document/layouts/bySection';
import { endingOf, leadText, planDocument } from '../src/core/document/plan';
import type { RepoPath } from '../src/core/files/repoPath';

export const inView = (path: string, view: ViewRequest) => fileBlock(path as RepoPath, view);
export const full = (path: string) => inView(path, { mode: 'full' });

export function planned(blocks: readonly Block[], filesHeading = '## Files'): readonly Block[] {
  return planDocument(blocks, bySection(filesHeading));
}

export type WrittenBlock = Block & { readonly body: string };
export type Said = Pick<Message, 'role' | 'content'>;

export function discussionBlocks(messages: readonly Said[]): readonly WrittenBlock[] {
  const excerpts = renderDiscussion(messages.map((message, at) => ({ ...message, id: String(at) })));
  return excerpts.map(({ id, body }) => ({ ...textBlock('discussion', historyKey(id)), body }));
}

/** A discussion as a document prints it, without the line end; empty if there are no messages. */
export function discussionText(messages: readonly Said[]): string {
  return renderPlan(planDocument(discussionBlocks(messages), bySection('')), ({ body }) => body).trimEnd();
}

/** The text of a document; empty for an empty plan. Bodies have neither lead nor separator. */
export function renderPlan<B extends Pick<Block, 'lead'>>(
  plan: readonly B[],
  bodyOf: (block: B) => string,
): string {
  return plan.map((block, index) => leadText(block.lead) + bodyOf(block) + endingOf(plan, index)).join('');
}

import { IMAGE_TYPES, type AttachedImage } from '../../core/apiMessages/messageTypes';
import type { MessagesFormat } from '../../core/apiMessages/format';
import type { AttachedText } from '../../core/attachments/attachment';
import { namesIn } from '../../core/attachments/reference';
import { printReferences, writtenData } from '../../core/attachments/writtenData';
import type { Message } from '../../core/conversation/discussion';
import { historyKey, INSTRUCTIONS_KEY, LEGEND_KEY, screenshotKey, TASK_KEY } from '../../core/document/block';
import type { ImageToShow } from '../../core/document/bodyRequest';
import { renderScreenshot } from '../../core/sources/screenshot';
import { smallestCacheable, type Model } from '../../core/tokens/models';
import type { AssembledDocument, BlockInMessages, MessagesWanted } from '../ports/engine';
import type { DocumentBlock } from '../document/documentBlock';
import { seenPart, standingsOf, type ArrangedDocument } from '../document/standings';

/** Texts whose form in messages differs from that in the document. */
export interface SpokenTexts {
  /** The instructions as a message. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly workspaceMessage: string;
  readonly task: string;
  /** The attachments that the texts refer to, also those that were sent before. */
  readonly attached: readonly AttachedText[];
  /** The screenshots in the document. */
  readonly images: readonly ImageToShow[];
}

/** Asks for a document as messages. */
export async function messagesWanted(
  arranged: ArrangedDocument,
  { blocks: assembled, leftOut }: Pick<AssembledDocument, 'blocks' | 'leftOut'>,
  spoken: SpokenTexts,
  { format, model }: { readonly format: MessagesFormat; readonly model: Model },
): Promise<MessagesWanted> {
  const { blocks, arrangement } = arranged;
  const isClassic = arrangement.tracker !== undefined;
  const standings = standingsOf(arranged);
  const problems = new Map(leftOut.map(({ path, reason }) => [`file:${path}`, reason]));
  const saidByKey = new Map(spoken.messages.map((message) => [historyKey(message.id), message]));
  const imageByKey = new Map(spoken.images.map((image) => [screenshotKey(image.source), image]));
  const made = await Promise.all(
    blocks.map(async (block, at): Promise<BlockInMessages> => {
      const { key, lead, leadTokens, tokens } = block;
      const problem = problems.get(key);
      const image = format === 'text' ? undefined : imageByKey.get(key);
      const { tier = 'active' } = standings.get(key) ?? {};
      const common = {
        ...{ key, lead, tokens: leadTokens + tokens },
        // The message of L0 is the system's, which has no images.
        tier: image !== undefined && tier === 'L0' ? 'L1' : tier,
        ...(problem !== undefined && { problem: `${key.slice('file:'.length)} (${problem})` }),
      };
      const said = saidByKey.get(key);
      if (said === undefined)
        return {
          ...{ ...common, kind: kindOf(block), hash: assembled[at]?.hash ?? '' },
          ...(image && { image: { ...image, link: renderScreenshot(image) } }),
        };
      const { content, images } = await withImages(said.content, spoken.attached);
      return { ...common, kind: 'history', role: said.role, content, images };
    }),
  );
  const isBetween = ({ key }: BlockInMessages): boolean =>
    key !== INSTRUCTIONS_KEY && key !== TASK_KEY && !(isClassic && key === LEGEND_KEY);
  const tokensOf = (key: string): number => made.find((block) => block.key === key)?.tokens ?? 0;
  const hasInstructions = blocks[0]?.key === INSTRUCTIONS_KEY;
  const task = await withImages(spoken.task, spoken.attached);
  const between = made.filter(isBetween);
  const seen = seenPart(arranged).blocks;
  const lastKept = seen === 0 ? -1 : seen - (hasInstructions ? 1 : 0);
  return {
    ...{ format, order: isClassic ? 'classic' : 'flat', system: spoken.system },
    ...{ systemTokens: tokensOf(INSTRUCTIONS_KEY), taskTokens: tokensOf(TASK_KEY) },
    legend: made.find(({ key }) => isClassic && key === LEGEND_KEY),
    blocks: between,
    lastKept: Math.min(between.length, lastKept),
    workspaceMessage: spoken.workspaceMessage,
    ...{ task: task.content, taskImages: task.images, minimum: smallestCacheable(model) ?? 0 },
  };
}

function kindOf({ key, section }: DocumentBlock): 'symbol' | 'file' | 'tree' | 'other' {
  if (section === 'files') return 'file';
  if (section === 'fileTree') return 'tree';
  return section === 'symbolMap' && key !== LEGEND_KEY ? 'symbol' : 'other';
}

/** A text with the data that it refers to: images apart, and the rest in place. */
async function withImages(
  text: string,
  attached: readonly AttachedText[],
): Promise<{ readonly content: string; readonly images: readonly AttachedImage[] }> {
  const named = new Set(namesIn(text));
  const here = attached.filter(({ name }) => named.has(name));
  const images = here.flatMap((each) => imageOf(each) ?? []);
  const rest = here.filter((each) => imageOf(each) === undefined);
  const [content = text] = await printReferences([text], rest);
  return {
    content,
    images: await Promise.all(
      images.map(async ({ type, head, data }) => ({
        type,
        base64: (await writtenData({ head, data })).slice(head.length),
      })),
    ),
  };
}

/** A data URL of a type that APIs take. */
function imageOf(attached: AttachedText) {
  if (attached.kind !== 'data' || attached.head === undefined) return undefined;
  const type = IMAGE_TYPES.find((known) => attached.head === `data:${known};base64,`);
  return type && { type, head: attached.head, data: attached.data };
}

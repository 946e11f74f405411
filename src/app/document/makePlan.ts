/** Makes the plan of the document from its blocks. */
import { bySection } from '../../core/document/layouts/bySection';
import { planDocument } from '../../core/document/plan';
import type { SectionId } from '../../core/document/sections/registry';
import type { DocumentBlock } from './documentBlock';
import type { FileBlock } from './fileBlocks';
import { arrangementOf, type Arrangement, type Arranging } from './layering';

/** A plan and everything it was made from. */
export interface Planned extends PlanInput {
  /** The blocks by section, without their leads. */
  readonly inSections: readonly DocumentBlock[];
  readonly arrangement: Arrangement;
  readonly blocks: readonly DocumentBlock[];
}

export interface PlanInput {
  readonly files: readonly FileBlock[];
  readonly texts: ReadonlyMap<SectionId, readonly DocumentBlock[]>;
  readonly arranging: Arranging;
  readonly isRenewed: boolean;
  readonly leadTokens: ReadonlyMap<string, number>;
}

/** Uses `before`, an earlier plan, if only blocks of the same files are new. */
export function makePlan(input: PlanInput, before?: Planned): Planned {
  return (before && withFiles(before, input)) ?? newPlan(input);
}

function newPlan(input: PlanInput): Planned {
  const { files, texts, arranging, isRenewed, leadTokens } = input;
  const inSections = bySection('').arrange<DocumentBlock>([...[...texts.values()].flat(), ...files]);
  const arrangement = arrangementOf(inSections, arranging);
  const shown = isRenewed ? inSections : inSections.map((block) => inOlderForm(block, arrangement));
  const blocks = planDocument<DocumentBlock>(shown, arrangement.layout).map((block) =>
    block.lead === '' ? block : { ...block, leadTokens: leadTokens.get(block.lead) ?? 0 },
  );
  // A text has one number, here and in the list of sections. A file keeps the one that the tree shows.
  const last = blocks.at(-1);
  if (last !== undefined && last.source.kind !== 'file')
    blocks[blocks.length - 1] = { ...last, tokens: last.tokensAsLast };
  return { ...input, inSections, arrangement, blocks };
}

/**
 * Replaces file blocks in the old plan. Undefined if anything else changed, or if the order depends on the files' contents.
 * Planning 100,000 files again with every count would block the page.
 */
function withFiles(old: Planned, made: PlanInput): Planned | undefined {
  const isSameButFiles =
    made.texts === old.texts &&
    made.arranging === old.arranging &&
    made.isRenewed === old.isRenewed &&
    made.leadTokens === old.leadTokens;
  if (!isSameButFiles) return undefined;
  const { files } = made;
  if (files === old.files) return old;
  if (made.arranging.name !== 'sections' || files.length !== old.files.length) return undefined;
  const inSections = [...old.inSections];
  const blocks = [...old.blocks];
  const first = blocks.findIndex(({ section }) => section === 'files');
  for (let at = 0; at < files.length; at += 1) {
    const file = files[at];
    if (file === undefined || file === old.files[at]) continue;
    const before = blocks[first + at];
    if (before?.key !== file.key) return undefined;
    const { lead, leadTokens } = before;
    inSections[first + at] = file;
    blocks[first + at] = lead === '' ? file : { ...file, lead, leadTokens };
  }
  return { ...made, inSections, blocks, arrangement: arrangementOf(inSections, made.arranging) };
}

/** Uses the earlier form of a block of the symbol map if the text around it stays the same, so that a cache can keep it. */
function inOlderForm(block: DocumentBlock, { stays }: Arrangement): DocumentBlock {
  return block.printed !== undefined && stays(block.key)
    ? { ...block, ...block.printed, isOlder: true }
    : block;
}

/** Compares the document that a model has seen with the present one, block by block. */
import { compareUtf8 } from '../compareUtf8';
import { isUrlKey, LEGEND_KEY, sectionKey, sectionOfKey, sourceInKey, TASK_KEY } from '../document/block';
import { sourceName } from '../sources/addedFile';
import { SECTIONS, type SectionId } from '../document/sections/registry';

/** A block that the model has seen. */
export interface SeenBlock {
  /** As in `Block`. */
  readonly key: string;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  /** Equal for files with equal content in the same view, whatever their paths, and for equal images; empty if unknown. */
  readonly state: string;
  /** The view mode of a file; empty for a text. */
  readonly mode: string;
}

export interface PresentBlock extends SeenBlock {
  /** As in `Block`. */
  readonly lead: string;
}

/** A present block with the heading of its group, whether or not it comes first in the group. */
export interface PlacedBlock extends SeenBlock {
  readonly heading: string;
}

export type Subject =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file' | 'map'; readonly path: string }
  /** `number` as in the heading of the message, from 1. */
  | { readonly kind: 'message'; readonly number: number }
  | { readonly kind: 'document' | 'screenshot'; readonly name: string }
  | { readonly kind: 'section'; readonly title: string };

export type Difference =
  | { readonly kind: 'added'; readonly subject: Subject; readonly now: PlacedBlock }
  | { readonly kind: 'removed'; readonly subject: Subject; readonly before: SeenBlock }
  | Change;

export interface Change {
  /** `shown`: in another view mode. `moved`: at another path, with the same content in the same view. */
  readonly kind: 'changed' | 'shown' | 'moved';
  readonly subject: Subject;
  readonly before: SeenBlock;
  readonly now: PlacedBlock;
}

export interface Differences {
  /** In document order, then those that are removed. */
  readonly listed: readonly Difference[];
  /** Always printed and never listed, because it is the current request. */
  readonly task: PlacedBlock | undefined;
}

/** Both lists are in document order. Messages are compared by their place, because their headings number them. */
export function differencesOf(base: readonly SeenBlock[], present: readonly PresentBlock[]): Differences {
  const [seen, shown] = [byId(base), byId(present)];
  const moves = movesBetween(missingIn(shown, seen), missingIn(seen, shown));
  const hasMapBlocks = base.some(({ key }) => key.startsWith(MAP));
  const listed: Difference[] = [];
  let group: Group = { section: undefined, heading: '' };
  for (const [id, block] of shown) {
    group = groupAfter(group, block);
    const source = moves.get(id);
    const before = seen.get(source ?? id);
    if (before?.hash === block.hash && !isOtherImage(before, block)) continue;
    const subject = subjectOf(id, hasMapBlocks);
    const now = placed(block, group.heading);
    if (before === undefined) listed.push({ kind: 'added', subject, now });
    else if (source !== undefined) listed.push({ kind: 'moved', subject, before, now });
    else listed.push({ kind: before.mode === block.mode ? 'changed' : 'shown', subject, before, now });
  }
  const moved = new Set(moves.values());
  for (const [id, before] of missingIn(shown, seen))
    if (!moved.has(id)) listed.push({ kind: 'removed', subject: subjectOf(id, hasMapBlocks), before });
  const task = present.find(({ key }) => key === TASK_KEY);
  return { listed, task: task && placed(task, task.lead) };
}

/** The hashes of the bodies that `renderUpdate` asks for. Earlier ones among them may be gone. */
export function neededBodies({ listed, task }: Differences): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const difference of listed) {
    if (difference.kind !== 'removed') hashes.add(difference.now.hash);
    if (isFullTextChange(difference)) hashes.add(difference.before.hash);
  }
  if (task !== undefined) hashes.add(task.hash);
  return hashes;
}

/** Whether the text of a file has changed, and was and is shown in full. */
export function isFullTextChange(difference: Difference): difference is Change {
  return difference.kind === 'changed' && difference.now.mode === 'full';
}

const FILE = 'file:';
const MAP = 'symbol:';
const MESSAGE = 'history:';

/** The blocks except the task, in order. Messages have their number as id, others their key. */
function byId<B extends SeenBlock>(blocks: readonly B[]): ReadonlyMap<string, B> {
  const named = new Map<string, B>();
  let messages = 0;
  for (const block of blocks) {
    const { key } = block;
    if (key.startsWith(MESSAGE)) named.set(`${MESSAGE}${(messages += 1)}`, block);
    else if (key !== TASK_KEY) named.set(key, block);
  }
  return named;
}

function missingIn<B>(
  others: ReadonlyMap<string, unknown>,
  blocks: ReadonlyMap<string, B>,
): readonly (readonly [id: string, B])[] {
  return [...blocks].filter(([id]) => !others.has(id));
}

interface Group {
  readonly section: SectionId | undefined;
  readonly heading: string;
}

/** The group of the block that follows. Only the first block of a group has its heading as lead. */
function groupAfter({ section: above, heading }: Group, { key, lead }: PresentBlock): Group {
  const section = sectionOfKey(key);
  return { section, heading: lead === '' && section === above ? heading : lead };
}

function placed({ key, hash, state, mode }: PresentBlock, heading: string): PlacedBlock {
  return { key, hash, state, mode, heading };
}

function subjectOf(id: string, hasMapBlocks: boolean): Subject {
  if (id.startsWith(FILE)) return { kind: 'file', path: id.slice(FILE.length) };
  if (id.startsWith(MAP)) return { kind: 'map', path: id.slice(MAP.length) };
  if (id.startsWith(MESSAGE)) return { kind: 'message', number: Number(id.slice(MESSAGE.length)) };
  const source = sourceInKey(id);
  if (source !== undefined)
    return { kind: sectionOfKey(id) === 'screenshots' ? 'screenshot' : 'document', name: sourceName(source) };
  if (isUrlKey(id)) return { kind: 'url', url: id.slice('url:'.length) };
  const title = SECTIONS.find((section) => sectionKey(section.id) === id)?.title ?? id;
  // A change of the legend alone must not read as if it replaced the map.
  const isLegend = hasMapBlocks && id === LEGEND_KEY;
  return { kind: 'section', title: isLegend ? `${title} legend` : title };
}

/** Whether a link shows another image than before. */
function isOtherImage(before: SeenBlock, { key, state }: SeenBlock): boolean {
  return sectionOfKey(key) === 'screenshots' && state !== '' && before.state !== state;
}

type Identified = readonly (readonly [id: string, block: SeenBlock])[];

/** The ids of files that have moved, with their earlier ids. Several with the same content are paired in path order. */
function movesBetween(gone: Identified, added: Identified): ReadonlyMap<string, string> {
  const sources = new Map<string, string[]>();
  for (const [id, block] of filesInOrder(gone)) {
    const content = contentOf(block);
    const same = sources.get(content);
    if (same === undefined) sources.set(content, [id]);
    else same.push(id);
  }
  const moves = new Map<string, string>();
  for (const [id, block] of filesInOrder(added)) {
    const source = sources.get(contentOf(block))?.shift();
    if (source !== undefined) moves.set(id, source);
  }
  return moves;
}

function filesInOrder(blocks: Identified): Identified {
  return blocks
    .filter(([id, { state }]) => id.startsWith(FILE) && state !== '')
    .sort(([one], [other]) => compareUtf8(one, other));
}

function contentOf({ mode, state }: SeenBlock): string {
  return `${mode} ${state}`;
}

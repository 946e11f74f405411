/** Compares the document that a model has seen with the present one, block by block. */
import { compareUtf8 } from '../compareUtf8';
import { sectionKey, sectionOfKey } from '../document/block';
import { SECTIONS, type SectionId } from '../document/sections/registry';

/** A block that the model has seen. */
export interface SeenBlock {
  /** As in `Block`. */
  readonly key: string;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  /** Equal for files with equal content in the same view, whatever their paths; empty if unknown. */
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
  | { readonly kind: 'file' | 'map'; readonly path: string }
  /** `number` as in the heading of the message, from 1. */
  | { readonly kind: 'message'; readonly number: number }
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
  /** It asks for something now, so it is never listed, and printed even if it is the same. */
  readonly task: PlacedBlock | undefined;
}

/** Both lists are in document order. Messages are compared by their place, because their headings number them. */
export function differencesOf(base: readonly SeenBlock[], present: readonly PresentBlock[]): Differences {
  const placed = withHeadings(present);
  const hasMapBlocks = base.some(({ key }) => key.startsWith(MAP));
  const seen = bySubject(base, hasMapBlocks);
  const shown = bySubject(placed, hasMapBlocks);
  const gone = missingIn(shown, seen);
  const moves = movesBetween(gone, missingIn(seen, shown));
  const moved = new Set(moves.values());
  return {
    listed: [
      ...Array.from(shown.values(), (each) => {
        const source = moves.get(each);
        if (source !== undefined) return changeOf('moved', source, each);
        const before = seen.get(each.id);
        if (before === undefined) return { kind: 'added', subject: each.subject, now: each.block } as const;
        if (before.block.hash === each.block.hash) return [];
        return changeOf(before.block.mode === each.block.mode ? 'changed' : 'shown', before, each);
      }).flat(),
      ...gone
        .filter((each) => !moved.has(each))
        .map(({ subject, block }) => ({ kind: 'removed', subject, before: block }) as const),
    ],
    task: placed.find(({ key }) => key === TASK),
  };
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
const TASK = sectionKey('task');

function withHeadings(present: readonly PresentBlock[]): readonly PlacedBlock[] {
  let above: { section: SectionId | undefined; heading: string } = { section: undefined, heading: '' };
  return present.map(({ lead, ...block }) => {
    const section = sectionOfKey(block.key);
    const heading = lead === '' && section === above.section ? above.heading : lead;
    above = { section, heading };
    return { ...block, heading };
  });
}

interface Named<B> {
  readonly id: string;
  readonly subject: Subject;
  readonly block: B;
}

/** The blocks except the task, by the key of what they are about. */
function bySubject<B extends SeenBlock>(
  blocks: readonly B[],
  hasMapBlocks: boolean,
): ReadonlyMap<string, Named<B>> {
  const named = new Map<string, Named<B>>();
  let messages = 0;
  for (const block of blocks) {
    const { key } = block;
    if (key === TASK) continue;
    const isMessage = key.startsWith(MESSAGE);
    if (isMessage) messages += 1;
    const id = isMessage ? `${MESSAGE}${messages}` : key;
    const subject = isMessage
      ? ({ kind: 'message', number: messages } as const)
      : subjectOf(key, hasMapBlocks);
    named.set(id, { id, subject, block });
  }
  return named;
}

function subjectOf(key: string, hasMapBlocks: boolean): Subject {
  if (key.startsWith(FILE)) return { kind: 'file', path: key.slice(FILE.length) };
  if (key.startsWith(MAP)) return { kind: 'map', path: key.slice(MAP.length) };
  const title = SECTIONS.find(({ id }) => sectionKey(id) === key)?.title ?? key;
  // A change of the legend alone must not read as if it replaced the map.
  const isLegend = hasMapBlocks && key === sectionKey('symbolMap');
  return { kind: 'section', title: isLegend ? `${title} legend` : title };
}

function missingIn<B>(
  others: ReadonlyMap<string, unknown>,
  named: ReadonlyMap<string, Named<B>>,
): readonly Named<B>[] {
  return [...named.values()].filter(({ id }) => !others.has(id));
}

function changeOf(kind: Change['kind'], before: Named<SeenBlock>, now: Named<PlacedBlock>): Change {
  return { kind, subject: now.subject, before: before.block, now: now.block };
}

/** Where each file that has moved was. Several files with the same content are paired in path order. */
function movesBetween(
  gone: readonly Named<SeenBlock>[],
  added: readonly Named<PlacedBlock>[],
): ReadonlyMap<Named<PlacedBlock>, Named<SeenBlock>> {
  const sources = new Map<string, Named<SeenBlock>[]>();
  for (const each of filesInOrder(gone)) {
    const content = contentOf(each.block);
    const same = sources.get(content);
    if (same === undefined) sources.set(content, [each]);
    else same.push(each);
  }
  const moves = new Map<Named<PlacedBlock>, Named<SeenBlock>>();
  for (const each of filesInOrder(added)) {
    const source = sources.get(contentOf(each.block))?.shift();
    if (source !== undefined) moves.set(each, source);
  }
  return moves;
}

function filesInOrder<B extends SeenBlock>(named: readonly Named<B>[]): readonly Named<B>[] {
  return named
    .filter(({ block: { key, state } }) => key.startsWith(FILE) && state !== '')
    .sort((one, other) => compareUtf8(one.id, other.id));
}

function contentOf({ mode, state }: SeenBlock): string {
  return `${mode} ${state}`;
}

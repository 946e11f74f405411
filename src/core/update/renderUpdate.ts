/** Prints the differences between the document that a model has seen and the present one, to paste into the same chat. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { escapePath } from '../compose/escapePath';
import { measureBlock } from '../compose/measureBlock';
import type { BlockMeasure } from '../tokens/blockMeasure';
import type { TokenCounter } from '../tokens/encoding';
import { MODE, type ViewMode } from '../views/registry';
import {
  isFullTextChange,
  type Change,
  type Difference,
  type Differences,
  type PlacedBlock,
  type Subject,
} from './differences';
import type { DiffUse } from './diffUse';
import { fileDiff } from './fileDiff';
import { UPDATE_KEY, type UpdateBlock } from './updateBlock';

export interface UpdateContext {
  readonly diffs: DiffUse;
  readonly counter: TokenCounter;
  /** A body by its hash; undefined if it is gone. */
  bodyOf(hash: string): string | undefined;
}

/**
 * The blocks of an update, in order: the list, each block that the list says to print, and the task. Applied to the document that
 * the model has seen, they give exactly the bodies of the present one. Throws if the body of a present block is gone.
 */
export function renderUpdate({ listed, task }: Differences, context: UpdateContext): readonly UpdateBlock[] {
  const printed = listed.map((difference) => ({ difference, print: printOf(difference, context) }));
  const blocks = printed.flatMap(({ difference, print }) =>
    difference.kind === 'removed' || print === undefined ? [] : [{ ...difference.now, ...print }],
  );
  if (task !== undefined) blocks.push({ ...task, ...measured(presentBody(task, context), context) });
  const head = headOf(printed.map(({ difference, print }) => lineOf(difference, print?.isDiff === true)));
  let above = '';
  return [
    { key: UPDATE_KEY, lead: '', ...measured(head, context) },
    ...blocks.map(({ key, heading, body, measure }) => {
      const lead = heading === above ? '' : heading;
      above = heading;
      return { key, lead, body, measure };
    }),
  ];
}

interface Print {
  readonly body: string;
  readonly measure: BlockMeasure;
  readonly isDiff?: true;
}

/** Undefined if there is nothing to print. */
function printOf(difference: Difference, context: UpdateContext): Print | undefined {
  if (difference.kind === 'removed') return undefined;
  const body = presentBody(difference.now, context);
  if (difference.kind === 'moved' && isOnlyMoved(difference, body)) return undefined;
  const whole = measured(body, context);
  return diffBlock(difference, whole, context) ?? whole;
}

function presentBody({ hash }: PlacedBlock, { bodyOf }: UpdateContext): string {
  const body = bodyOf(hash);
  if (body === undefined) throw new Error('the text of a block is gone');
  return body;
}

function measured(body: string, { counter }: UpdateContext): Print {
  return { body, measure: measureBlock(body, counter) };
}

/** Whether the block differs from the earlier one only in the path of its heading. */
function isOnlyMoved({ before }: Change, body: string): boolean {
  const earlier = body.replace(PATH_IN_HEADING, () => escapePath(pathOf(before.key)));
  return bytesToHex(sha256(utf8ToBytes(earlier))) === before.hash;
}

const PATH_IN_HEADING = /(?<=^### `)[^`]+/;

/** Undefined if the file has to be printed whole. */
function diffBlock(difference: Difference, whole: Print, context: UpdateContext): Print | undefined {
  const { diffs, bodyOf } = context;
  if (diffs === 'never' || !isFullTextChange(difference)) return undefined;
  const { before, now } = difference;
  const old = bodyOf(before.hash);
  const body = old === undefined ? undefined : fileDiff(pathOf(now.key), old, whole.body);
  if (body === undefined) return undefined;
  const diff = measured(body, context);
  const isWorthIt = diffs === 'always' || 2 * diff.measure.tokens < whole.measure.tokens;
  return isWorthIt ? { ...diff, isDiff: true } : undefined;
}

function headOf(lines: readonly string[]): string {
  if (lines.length === 0) return `${HEADING}\n\n${UNCHANGED}`;
  return `${HEADING}\n\n${CHANGED}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

const HEADING = '## Update';
const CHANGED =
  'This updates the context pasted earlier. Files and sections not listed are unchanged. Each text below replaces its earlier version, and each diff applies to it.';
const UNCHANGED = 'Nothing in the context pasted earlier has changed.';

function lineOf(difference: Difference, isDiff: boolean): string {
  return `${nameOf(difference.subject)}: ${wordsOf(difference)}${isDiff ? ' (diff)' : ''}`;
}

function nameOf(subject: Subject): string {
  switch (subject.kind) {
    case 'file':
      return inBackticks(subject.path);
    case 'map':
      return `map of ${inBackticks(subject.path)}`;
    case 'document':
    case 'screenshot':
      return `${subject.kind} ${inBackticks(subject.name)}`;
    case 'url':
      return `text of ${inBackticks(subject.url)}`;
    case 'message':
      return `Discussion Excerpt ${subject.number}`;
    case 'section':
      return subject.title;
  }
}

function wordsOf(difference: Difference): string {
  switch (difference.kind) {
    case 'shown':
      return `now ${MODE[difference.now.mode as ViewMode].label}`; // only files have a mode
    case 'moved':
      return `moved from ${inBackticks(pathOf(difference.before.key))}`;
    default:
      return difference.kind;
  }
}

function inBackticks(path: string): string {
  return `\`${escapePath(path)}\``;
}

function pathOf(fileKey: string): string {
  return fileKey.slice('file:'.length);
}

import { counted } from '../counted';
import { oneLine } from '../compose/escapePath';
import { isTable } from '../outside/plainTree';
import { withoutMark } from '../outside/withoutMark';
import { dependencyCycle } from './dependencyCycle';
import { Faults } from './faults';
import type { Issue } from './issue';

export interface ReadIssues {
  /** Each id is unique. */
  readonly issues: readonly Issue[];
  /** A sentence for each kind of problem. */
  readonly warnings: readonly string[];
}

/** UTF-16 units. The tracker allows titles of 500 characters. */
const LONGEST_LINE = 500;
const LONGEST_ID = 200;
const LONGEST_DESCRIPTION = 20_000;

type Data = Readonly<Record<string, unknown>>;

/**
 * Reads an export of the Beads tracker: one JSON object a line, or one JSON list. Never throws; problems are counted in the
 * warnings. As in the tracker's own import, the last line of an id counts.
 *
 * https://github.com/steveyegge/beads/blob/main/internal/types/types.go
 */
export function readIssues(text: string): ReadIssues {
  const issues = new Map<string, Issue>();
  const known = new Set<string>();
  const broken: number[] = [];
  let repeated = 0;
  const faults = new Faults();
  const { unit, entries } = entriesOf(withoutMark(text));
  for (const { data, number } of entries) {
    if (!isTable(data)) {
      broken.push(number);
      continue;
    }
    if ((data['_type'] ?? 'issue') !== 'issue') continue;
    const id = idOf(data);
    if (id === undefined) {
      broken.push(number);
      continue;
    }
    if (known.has(id)) repeated += 1;
    known.add(id);
    // Deleted first, so that issues are in the order of the lines that count.
    issues.delete(id);
    if (data['status'] !== 'tombstone') issues.set(id, issueOf(id, data, faults));
  }
  const all = [...issues.values()];
  return {
    issues: all,
    warnings: [
      ...(broken.length === 0
        ? []
        : [`${counted(broken.length, unit)} that can't be read as an issue (first: ${unit} ${broken[0]})`]),
      ...(repeated === 0
        ? []
        : [`${counted(repeated, unit)} with the id of an earlier one, which it replaces`]),
      ...faults.sentences(),
      ...cycleSentence(all),
    ],
  };
}

interface Entry {
  /** Undefined if it is no JSON. */
  readonly data: unknown;
  /** From 1. */
  readonly number: number;
}

interface Entries {
  /** The kind of part that an entry's number counts. */
  readonly unit: 'line' | 'element';
  readonly entries: Iterable<Entry>;
}

function entriesOf(text: string): Entries {
  const list = wholeList(text);
  return list === undefined
    ? { unit: 'line', entries: linesOf(text) }
    : { unit: 'element', entries: list.map((data, at) => ({ data, number: at + 1 })) };
}

function* linesOf(text: string): Iterable<Entry> {
  let number = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const until = end < 0 ? text.length : end;
    const written = text.slice(from, until).trim();
    number += 1;
    if (written !== '') yield { data: parsed(written), number };
    from = until + 1;
  }
}

/** The issues in a text that is one JSON value over several lines, or a list. */
function wholeList(text: string): readonly unknown[] | undefined {
  const first = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  if (!first.startsWith('[') && parsed(first) !== undefined) return listIn(text, false);
  return listIn(text, true);
}

function listIn(text: string, mayBeIssue: boolean): readonly unknown[] | undefined {
  const tree = parsed(text);
  if (Array.isArray(tree)) return tree;
  if (!isTable(tree)) return undefined;
  const list = ['issues', 'beads'].map((key) => (tree as Data)[key]).find(Array.isArray);
  return list ?? (mayBeIssue ? [tree] : undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Whoever asks counts it.
  }
}

function idOf({ id }: Data): string | undefined {
  return typeof id === 'string' && id.trim() !== '' && id.length <= LONGEST_ID ? id.trim() : undefined;
}

function issueOf(id: string, data: Data, faults: Faults): Issue {
  const text = (key: string): string => faults.typed(id, data[key], isText) ?? '';
  const line = (key: string): string => oneLine(faults.cut(id, text(key), LONGEST_LINE));
  const time = (key: string): number | undefined => {
    const written = text(key);
    if (written === '') return undefined;
    const read = faults.typed(id, Date.parse(written), isNumber);
    // The tracker writes the year 1 for a time that is not set.
    return read === undefined || read < 0 ? undefined : read;
  };
  const flag = (key: string): boolean => faults.typed(id, data[key], isFlag) ?? false;
  return {
    id,
    title: line('title') || 'Untitled',
    description: faults.cut(id, text('description'), LONGEST_DESCRIPTION),
    status: text('status') || 'open',
    type: line('issue_type') || 'task',
    priority: faults.typed(id, data['priority'], isNumber) ?? USUAL_PRIORITY,
    created: time('created_at'),
    closed: time('closed_at'),
    deferredUntil: time('defer_until'),
    isEphemeral: flag('ephemeral'),
    isTemplate: flag('is_template'),
    ...linksOf(id, data['dependencies'], faults),
  };
}

/** Between high and low. */
const USUAL_PRIORITY = 2;

function linksOf(id: string, data: unknown, faults: Faults): Pick<Issue, 'blockers' | 'parents'> {
  const [blockers, parents] = [new Set<string>(), new Set<string>()];
  for (const dependency of faults.typed(id, data, isList) ?? []) {
    const link = faults.typed(id, dependency, isTable);
    const other = faults.typed(id, link?.['depends_on_id'], isText)?.trim();
    if (link === undefined || other === undefined || other === '') continue;
    const type = faults.typed(id, link['type'], isText) ?? 'blocks';
    if (type === 'blocks') blockers.add(other);
    if (type === 'parent-child') parents.add(other);
  }
  return { blockers: [...blockers], parents: [...parents] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function cycleSentence(issues: readonly Issue[]): readonly string[] {
  const cycle = dependencyCycle(issues);
  if (cycle === undefined) return [];
  const named = cycle.length > MOST_NAMED ? [...cycle.slice(0, MOST_NAMED), '…'] : [...cycle, cycle[0] ?? ''];
  return [`Issues that wait for each other: ${oneLine(named.join(' → '))}`];
}

const MOST_NAMED = 6;

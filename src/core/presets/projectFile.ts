import { personaFromData, type Persona } from './persona';
import { utf8Length } from '../tokens/utf8';
import type { Import } from './importers/importer';
import { readStrata, SCHEMA_VERSION } from './importers/strata';
import {
  isTable,
  plainTree,
  sameValue,
  valueAt,
  type PlainTable,
  type PlainValue,
  type ReadTree,
} from '../outside/plainTree';
import { presetFromData, presetToData, type Preset } from './preset';
import { refuse, type Refusal } from '../outside/refusal';
import { withoutMark } from '../outside/withoutMark';
import { MAX_IMPORT_SIZE } from './size';
import { addTable, changeTable, removeStatements, removeTable, renameTable } from './tableChange';
import { tomlStatements } from './tomlLayout';
import { parseTomlText, tomlTable, type LineEnd } from './tomlText';
import { personaToTable } from './write';

/** A change of a project's file. `before` is the old name of a renamed record. */
export type ProjectChange =
  | { readonly kind: 'preset'; readonly preset: Preset; readonly before?: string }
  | { readonly kind: 'persona'; readonly persona: Persona; readonly before?: string }
  | { readonly kind: 'remove'; readonly from: 'context_presets' | 'personas'; readonly name: string };

export type ProjectEdit =
  | {
      /** `rewritten`: the file's layout does not allow replacing only a part. */
      readonly kind: 'spliced' | 'rewritten';
      readonly text: string;
      /** Comments that the edit removes. */
      readonly lostComments: readonly string[];
    }
  | Refusal;

/** Reads a project's `strata.toml`. */
export function readProjectFile(text: string): Import | Refusal {
  const read = readProject(withoutMark(text));
  return read.kind === 'refused' ? read : readStrata(read.table);
}

/**
 * Applies a change to the text of a project's `strata.toml`. Edits only the affected lines and keeps all other bytes. The
 * result is verified by reading it back. Unreadable text is never changed. `oldText` is empty if there is no file.
 */
export function spliceProjectFile(oldText: string, change: ProjectChange): ProjectEdit {
  const text = withoutMark(oldText);
  const mark = oldText.slice(0, oldText.length - text.length);
  const read = readProject(text);
  if (read.kind === 'refused') return read;
  const { table: tree } = read;
  const wanted = wantedChange(change, tree);
  if (wanted.kind === 'refused') return wanted;

  const expected = withTable(tree, wanted);
  const lineEnd: LineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  // If the keys of a table don't have their own lines, the table as a whole may.
  const ways = [
    () => splice(text, wanted, lineEnd),
    () => spliceWhole(text, wanted, lineEnd),
    () => changeTable(text, [], tree, expected, lineEnd),
  ];
  const spliced = ways.map((way) => mark + way()).find((changed) => holds(changed, expected));
  const isSpliced = spliced !== undefined;
  const changed = spliced ?? tomlTable([], expected, lineEnd);
  if (utf8Length(changed) > MAX_IMPORT_SIZE) return refuse('the text', 'would be too large');
  if (!isSpliced && !holds(changed, expected)) return refuse('the text', "can't be written as TOML");
  return {
    kind: isSpliced ? 'spliced' : 'rewritten',
    text: changed,
    lostComments: lostComments(text, changed.slice(isSpliced ? mark.length : 0)),
  };
}

/** The change of one table in the file. */
interface Wanted {
  readonly kind: 'wanted';
  readonly group: 'context_presets' | 'personas';
  readonly oldName: string;
  readonly name: string;
  readonly old: PlainTable | undefined;
  readonly next: PlainTable | undefined;
}

function readProject(text: string): ReadTree {
  if (utf8Length(text) > MAX_IMPORT_SIZE) return refuse('the text', 'is too large');
  const parsed = parseTomlText(text);
  if (parsed.kind === 'refused') return parsed;
  const tree = plainTree(parsed.value);
  if (tree.kind === 'refused') return tree;
  const read = readStrata(tree.table);
  return read.kind === 'refused' ? read : tree;
}

function wantedChange(change: ProjectChange, tree: PlainTable): Wanted | Refusal {
  const group = groupOf(change);
  const name = nameOf(change);
  const oldName = (change.kind !== 'remove' && change.before) || name;
  const table = tree[group];
  const at = (key: string) => (isTable(table) ? valueAt(table, key) : undefined);
  if (name !== oldName && at(name) !== undefined) return refuse([group, name], 'already exists');
  const old = at(oldName);
  const given = isTable(old) ? old : undefined;
  return { kind: 'wanted', group, name, oldName, old: given, next: nextTable(change, given) };
}

function groupOf(change: ProjectChange): Wanted['group'] {
  if (change.kind === 'remove') return change.from;
  return change.kind === 'preset' ? 'context_presets' : 'personas';
}

function nameOf(change: ProjectChange): string {
  if (change.kind === 'remove') return change.name;
  return change.kind === 'preset' ? change.preset.name : change.persona.name;
}

/** Keeps the wording of values that mean the same, such as a path for a file with default values. */
function nextTable(change: ProjectChange, old: PlainTable | undefined): PlainTable | undefined {
  if (change.kind === 'remove') return undefined;
  const next = change.kind === 'preset' ? presetToData(change.preset) : personaToTable(change.persona);
  if (old === undefined) return next;
  const said = canonical(change.kind, old);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const entries = keys.map((key) => {
    const isSame = JSON.stringify(valueAt(said, key)) === JSON.stringify(valueAt(next, key));
    if (isSame) return [key, valueAt(old, key)] as const;
    const value = valueAt(next, key);
    const isFiles = change.kind === 'preset' && key === 'files';
    return [key, isFiles ? filesAsOld(valueAt(old, key), value) : value] as const;
  });
  return Object.fromEntries(
    entries.filter((entry): entry is [string, PlainTable[string]] => entry[1] !== undefined),
  );
}

/** Keeps the old order, and the old wording of entries that mean the same. */
function filesAsOld(old: PlainValue | undefined, next: PlainValue | undefined): PlainValue | undefined {
  if (!Array.isArray(old) || !Array.isArray(next)) return next;
  const nextByPath = new Map(next.map((entry: PlainValue) => [pathOf(entry), entry]));
  const kept: PlainValue[] = [];
  const there = new Set<PlainValue | undefined>();
  for (const entry of old as readonly PlainValue[]) {
    const { files: [said] = [] } = canonical('preset', { files: [entry] }) as {
      readonly files?: readonly PlainValue[];
    };
    const wanted = nextByPath.get(pathOf(said));
    // An invalid entry stays, so that its author can fix it.
    if (said !== undefined && wanted === undefined) continue;
    kept.push(wanted === undefined || JSON.stringify(said) === JSON.stringify(wanted) ? entry : wanted);
    there.add(pathOf(said));
  }
  return withAdded(
    kept,
    next.filter((entry: PlainValue) => !there.has(pathOf(entry))),
  );
}

/** Puts each added entry above the first kept one that comes after it. `added` ascends by path. */
function withAdded(kept: readonly PlainValue[], added: readonly PlainValue[]): readonly PlainValue[] {
  const all: PlainValue[] = [];
  let next = 0;
  for (const entry of kept) {
    const from = next;
    while (next < added.length && isBefore(pathOf(added[next]), pathOf(entry))) next += 1;
    all.push(...added.slice(from, next), entry);
  }
  return [...all, ...added.slice(next)];
}

function isBefore(path: PlainValue | undefined, other: PlainValue | undefined): boolean {
  return typeof path === 'string' && typeof other === 'string' && path < other;
}

function pathOf(entry: PlainValue | undefined): PlainValue | undefined {
  return isTable(entry) ? entry['path'] : entry;
}

/** A table as the app would write it. Cannot fail, because the whole file was read successfully. */
function canonical(kind: 'preset' | 'persona', table: PlainTable): PlainTable {
  if (kind === 'preset') {
    const read = presetFromData('any', table, []);
    return read.kind === 'preset' ? presetToData(read.preset) : {};
  }
  const read = personaFromData({ ...table, name: 'any' });
  return read.kind === 'persona' ? personaToTable(read.persona) : {};
}

function withTable(tree: PlainTable, { group, oldName, name, next }: Wanted): PlainTable {
  const { [group]: tables = {}, ...others } = tree;
  const { [oldName]: _old, ...rest } = isTable(tables) ? tables : {};
  const changed = next === undefined ? rest : { ...rest, [name]: next };
  const version = Object.keys(tree).length === 0 ? { schema_version: SCHEMA_VERSION } : {};
  return { ...version, ...others, ...(Object.keys(changed).length > 0 && { [group]: changed }) };
}

function splice(text: string, { group, oldName, name, old, next }: Wanted, lineEnd: LineEnd): string {
  const keys = [group, name];
  if (next === undefined) return removeTable(text, keys);
  if (old === undefined) {
    return addTable(withVersion(text, lineEnd), keys, next, lineEnd);
  }
  const renamed = name === oldName ? text : renameTable(text, [group, oldName], name);
  return changeTable(renamed, keys, old, next, lineEnd);
}

/** Adds the version to an empty file, below its comments. */
function withVersion(text: string, lineEnd: LineEnd): string {
  const isEmpty = tomlStatements(text).every(({ kind }) => kind === 'blank' || kind === 'comment');
  if (!isEmpty) return text;
  const end = text.endsWith('\n') ? '' : lineEnd;
  const above = text.trim() === '' ? text : text + end + lineEnd;
  return `${above}schema_version = ${SCHEMA_VERSION}${lineEnd}`;
}

function spliceWhole(text: string, { group, oldName, name, next }: Wanted, lineEnd: LineEnd): string {
  const rest = removeStatements(text, [group, oldName]);
  return next === undefined ? rest : addTable(rest, [group, name], next, lineEnd);
}

function holds(text: string, expected: PlainTable): boolean {
  const read = readProject(withoutMark(text));
  return read.kind === 'tree' && sameValue(withoutEmptyGroups(read.table), expected);
}

function withoutEmptyGroups(tree: PlainTable): PlainTable {
  const groups = ['context_presets', 'personas'];
  return Object.fromEntries(
    Object.entries(tree).filter(
      ([key, value]) => !groups.includes(key) || (isTable(value) && Object.keys(value).length > 0),
    ),
  );
}

function lostComments(before: string, after: string): readonly string[] {
  const unmatched = new Map<string, number>();
  for (const comment of commentsOf(after)) unmatched.set(comment, (unmatched.get(comment) ?? 0) + 1);
  return commentsOf(before).filter((comment) => {
    const count = unmatched.get(comment) ?? 0;
    unmatched.set(comment, count - 1);
    return count <= 0;
  });
}

function commentsOf(text: string): readonly string[] {
  return tomlStatements(text).flatMap(({ comments }) => comments);
}

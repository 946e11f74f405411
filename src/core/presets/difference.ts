import { counted } from '../counted';
import { compareRepoPaths, type RepoPath } from '../files/repoPath';
import { encodingName } from '../files/sourceEncoding';
import type { FileItem } from '../items/fileItem';
import { addedFiles } from '../settings/addedFiles';
import { listed } from '../settings/valueKind';
import type { AddedFile } from '../sources/addedFile';
import { FILE_SETTINGS, type PresetSettings, type SettingName } from './settings';

/** The files of a document and the settings for all files. */
export interface Composed {
  readonly files: Iterable<FileItem>;
  readonly screenshots?: readonly AddedFile[];
  readonly settings: PresetSettings;
}

/** One difference, in words for the user. */
export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly path: RepoPath; readonly mode: string }
  | { readonly kind: 'changed'; readonly path: RepoPath; readonly changes: readonly Change[] }
  | { readonly kind: 'screenshots'; readonly change: Change }
  | { readonly kind: 'setting'; readonly setting: SettingName; readonly change: Change };

export interface Change {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Compares two compositions: files added, removed and changed, in path order, then screenshots, then settings. Settings that `after` does
 * not name are unchanged.
 */
export function diffComposition(before: Composed, after: Composed): readonly Difference[] {
  return [
    ...fileDifferences(before.files, after.files),
    ...screenshotDifferences(before, after),
    ...settingDifferences(before.settings, after.settings),
  ];
}

/** All differences as one line: `3 files added, 1 changed, detail, task`. */
export function describeDifferences(differences: readonly Difference[]): string {
  const parts = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const count = differences.filter((difference) => difference.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, 'file')} ${kind}`];
  });
  const others = differences.flatMap((each) => ('change' in each ? [each.change.what] : []));
  return [...parts, ...others].join(', ') || 'nothing';
}

function fileDifferences(before: Iterable<FileItem>, after: Iterable<FileItem>): readonly Difference[] {
  const unmatched = new Map(Array.from(before, (item) => [item.path, item] as const));
  const found: Extract<Difference, { path: RepoPath }>[] = [];
  for (const item of new Map(Array.from(after, (each) => [each.path, each] as const)).values()) {
    const old = unmatched.get(item.path);
    unmatched.delete(item.path);
    const changes = old === undefined ? [] : itemChanges(old, item);
    if (old === undefined) found.push({ kind: 'added', path: item.path, mode: item.viewMode });
    else if (changes.length > 0) found.push({ kind: 'changed', path: item.path, changes });
  }
  for (const { path, viewMode } of unmatched.values()) found.push({ kind: 'removed', path, mode: viewMode });
  return found.sort((a, b) => compareRepoPaths(a.path, b.path));
}

/** The properties of an item that users see. Unknown keys and the time of the last copy are not compared. */
const ITEM_WORDS: readonly (readonly [string, (item: FileItem) => string])[] = [
  ['shown', ({ viewMode }) => viewMode],
  ['in the document', ({ autoAggregate }) => yesNo(autoAggregate)],
  ['always in full', ({ forceFull }) => yesNo(forceFull)],
  ['pinned', ({ pinned }) => yesNo(pinned)],
  ['signatures only', ({ astSignatures }) => yesNo(astSignatures)],
  ['definitions only', ({ astDefinitions }) => yesNo(astDefinitions)],
  ['encoding', ({ encoding }) => (encoding === undefined ? 'automatic' : encodingName(encoding))],
  ['for an agent of tier', ({ agentTier }) => orNone(agentTier)],
  ['symbols', ({ astMask }) => listed(astMask.map(({ symbol, level }) => `${symbol} (${level})`))],
  [
    'slices',
    ({ customSlices }) =>
      listed(
        customSlices.map(({ startLine, endLine, tag, comment }) =>
          [`${startLine}–${endLine}`, tag, comment && `(${comment})`].filter(Boolean).join(' '),
        ),
      ),
  ],
];

function itemChanges(before: FileItem, after: FileItem): readonly Change[] {
  return ITEM_WORDS.map(([what, say]) => ({ what, before: say(before), after: say(after) })).filter(differs);
}

function screenshotDifferences(before: Composed, after: Composed): readonly Difference[] {
  const said = ({ screenshots = [] }: Composed): string => addedFiles.toWords(screenshots);
  const change = { what: 'screenshots', before: said(before), after: said(after) };
  return differs(change) ? [{ kind: 'screenshots', change }] : [];
}

function settingDifferences(before: PresetSettings, after: PresetSettings): readonly Difference[] {
  return FILE_SETTINGS.filter(([setting]) => Object.hasOwn(after, setting))
    .map(([setting, { label, name = label.toLowerCase(), toWords }]) => {
      const said = (value: unknown) => (value === undefined ? 'none' : toWords(value));
      const change = { what: name, before: said(before[setting]), after: said(after[setting]) };
      return { kind: 'setting' as const, setting, change };
    })
    .filter(({ change }) => differs(change));
}

function differs({ before, after }: Change): boolean {
  return before !== after;
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function orNone(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'none' : String(value);
}

import { Signal } from '../../core/async/signal';
import type { RepoPath } from '../../core/files/repoPath';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import { defaultItem, isPlainItem, isSameItem, type FileItem } from '../../core/items/fileItem';
import {
  changedOptions,
  DEFAULT_OPTIONS,
  optionNames,
  type CompositionOptions,
} from '../../core/settings/compositionOptions';
import { withChanges } from './sortedByPath';

/** A change to the composition: items to set (undefined removes one) and options to replace. */
export interface CompositionChange {
  readonly items?: ReadonlyMap<RepoPath, FileItem | undefined>;
  readonly options?: Partial<CompositionOptions>;
}

/** Several changes as one. For each item and option the last change wins. */
export function joined(changes: readonly CompositionChange[]): Required<CompositionChange> {
  const items = new Map<RepoPath, FileItem | undefined>();
  for (const change of changes) for (const [path, item] of change.items ?? []) items.set(path, item);
  return { items, options: Object.assign({}, ...changes.map(({ options }) => options)) };
}

/** A change of something that is not part of the composition, such as a setting for all folders. */
interface OutsideChange {
  readonly back: () => void;
  readonly forth: () => void;
}

interface Step {
  readonly name: string;
  readonly back: CompositionChange;
  readonly forth: CompositionChange;
  /** Consecutive steps with the same key become one: typing in a box is one step, not one per letter. */
  readonly mergeKey: string | undefined;
  readonly outside?: OutsideChange;
}

const STEPS_KEPT = 100;

/** Limit on the items in all kept steps together. The newest step is always kept. */
const ITEMS_KEPT = 500_000;

/** The items and options of a workspace. Every change by the user goes through `apply` and can be undone. */
export class Composition {
  /** Every change after the initial one; `isOurs` is false for a change that was restored from storage. */
  readonly changed = new Signal<{ readonly change: CompositionChange; readonly isOurs: boolean }>();
  readonly #items: Map<RepoPath, FileItem>;
  /** Paths of items that differ from the default item, apart from the time of their last export. */
  readonly #marked = new Set<RepoPath>();
  #paths: readonly RepoPath[] = [];
  #notIncluded: readonly RepoPath[] = [];
  #sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding> = new Map();
  #revision = $state(0);
  #options = $state.raw<CompositionOptions>(DEFAULT_OPTIONS);
  #undone = $state.raw<readonly Step[]>([]);
  #done = $state.raw<readonly Step[]>([]);

  /** Keeps its items in `items`, from where others read them. */
  constructor(initial: CompositionChange = {}, items = new Map<RepoPath, FileItem>()) {
    this.#items = items;
    this.#updateItems(initial.items);
    this.#updateOptions(initial.options);
  }

  /** Incremented with every change of the items. */
  get revision(): number {
    return this.#revision;
  }

  get options(): CompositionOptions {
    return this.#options;
  }

  /** The live map. Not reactive. */
  get items(): ReadonlyMap<RepoPath, FileItem> {
    return this.#items;
  }

  /** Paths of all items in the document's order; another array when they change. */
  get paths(): readonly RepoPath[] {
    void this.#revision;
    return this.#paths;
  }

  /** Paths of the other items, in document order. */
  get plainPaths(): readonly RepoPath[] {
    const { paths } = this;
    return this.#marked.size === 0 ? paths : paths.filter((path) => !this.#marked.has(path));
  }

  /** The items that differ from the default item, apart from the time of their last export. */
  get markedItems(): readonly FileItem[] {
    void this.#revision;
    return [...this.#marked].flatMap((path) => this.#items.get(path) ?? []);
  }

  /** Paths of the items that are not part of the document; a new array when they change. */
  get notIncluded(): readonly RepoPath[] {
    void this.#revision;
    return this.#notIncluded;
  }

  /** The encodings chosen for files; a new map when they change. */
  get sourceEncodings(): ReadonlyMap<RepoPath, SourceEncoding> {
    void this.#revision;
    return this.#sourceEncodings;
  }

  get size(): number {
    void this.#revision;
    return this.#items.size;
  }

  get undoName(): string | undefined {
    return this.#done.at(-1)?.name;
  }

  get redoName(): string | undefined {
    return this.#undone.at(-1)?.name;
  }

  item(path: RepoPath): FileItem | undefined {
    void this.#revision;
    return this.#items.get(path);
  }

  /** The item for a newly ticked file, in the mode of the nearest folder that has one. */
  newItem(path: RepoPath): FileItem {
    const item = defaultItem(path);
    const { folderModes, pinnedFolders } = this.#options;
    if (folderModes.size === 0) return item;
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      const viewMode = folderModes.get(folder);
      if (viewMode !== undefined) return { ...item, viewMode, pinned: pinnedFolders.has(folder) };
    }
    return item;
  }

  /** Applies a change as one undo step. Returns false if nothing changes. */
  apply(wanted: CompositionChange, name: string, mergeKey?: string): boolean {
    const change = this.#effectivePart(this.#withOwnedInstructions(wanted));
    if (change.items === undefined && change.options === undefined) return false;
    const back = this.#update(change);
    const previous = this.#done.at(-1);
    const merged = mergeKey !== undefined && previous?.mergeKey === mergeKey;
    const step: Step = merged
      ? { name, back: joined([back, previous.back]), forth: joined([previous.forth, change]), mergeKey }
      : { name, back, forth: change, mergeKey };
    const before = merged ? this.#done.slice(0, -1) : this.#done;
    this.#done = merged && this.#isNow(step.back) ? before : newest([...before, step]);
    this.#undone = [];
    return true;
  }

  /** Makes a change of something else, which is undone and redone in the same order as changes of the composition. */
  applyOutside(change: OutsideChange, name: string, mergeKey?: string): void {
    change.forth();
    const previous = this.#done.at(-1);
    const before = mergeKey !== undefined && previous?.mergeKey === mergeKey ? previous.outside : undefined;
    const outside = { ...change, ...(before && { back: before.back }) };
    const done = before === undefined ? this.#done : this.#done.slice(0, -1);
    this.#done = newest([...done, { name, back: {}, forth: {}, mergeKey, outside }]);
    this.#undone = [];
  }

  /** Sets options without an undo step. Only for those that change no item and no text. */
  remember(
    options: Partial<Pick<CompositionOptions, 'preset' | 'presetPaths' | 'persona' | 'discussion'>>,
  ): void {
    this.#update({ options });
  }

  /** Notes that the user has a document with these files. Returns the change, which is not announced: no view depends on it. */
  noteExport(paths: Iterable<RepoPath>, injectedAt: string): Required<Pick<CompositionChange, 'items'>> {
    const items = new Map<RepoPath, FileItem>();
    for (const path of paths) {
      const item = this.#items.get(path);
      if (item !== undefined) items.set(path, { ...item, injectedAt });
    }
    for (const [path, item] of items) this.#items.set(path, item);
    return { items };
  }

  /** Applies a stored change without an undo step. */
  restore(change: CompositionChange): void {
    this.#update(change, false);
  }

  undo(): string | undefined {
    const step = this.#done.at(-1);
    if (step === undefined) return undefined;
    this.#done = this.#done.slice(0, -1);
    this.#update(step.back);
    step.outside?.back();
    this.#undone = [...this.#undone, step];
    return step.name;
  }

  redo(): string | undefined {
    const step = this.#undone.at(-1);
    if (step === undefined) return undefined;
    this.#undone = this.#undone.slice(0, -1);
    this.#update(step.forth);
    step.outside?.forth();
    // The next change is a new step, even if it is more typing in the same box.
    this.#done = [...this.#done, { ...step, mergeKey: undefined }];
    return step.name;
  }

  /** An instruction file that the user sets is the user's own from then on: the switch that selected it leaves it alone. */
  #withOwnedInstructions(change: CompositionChange): CompositionChange {
    const { items, options } = change;
    const switched = this.#options.switchedInstructions;
    if (items === undefined || options?.switchedInstructions !== undefined) return change;
    const others = new Set([...switched].filter((path) => !items.has(path as RepoPath)));
    return others.size === switched.size
      ? change
      : { items, options: { ...options, switchedInstructions: others } };
  }

  #isNow(change: CompositionChange): boolean {
    const { items, options } = this.#effectivePart(change);
    return items === undefined && options === undefined;
  }

  /** Drops the parts of a change that change nothing. */
  #effectivePart(wanted: CompositionChange): CompositionChange {
    const { items, options } = this.#withExports(wanted);
    const changedItems = items && this.#changedIn(items);
    const changedKeys = changedOptions(this.#options, options ?? {});
    return {
      ...(changedItems && changedItems.size > 0 && { items: changedItems }),
      ...(changedKeys.length > 0 && {
        options: Object.fromEntries(changedKeys.map((key) => [key, options?.[key]])),
      }),
    };
  }

  #changedIn(items: ReadonlyMap<RepoPath, FileItem | undefined>): typeof items {
    const changed = new Map(items);
    for (const [path, item] of items) {
      const own = this.#items.get(path);
      if (own === undefined || item === undefined ? own === item : isSameItem(own, item))
        changed.delete(path);
    }
    return changed;
  }

  /** Makes the change and returns its inverse. */
  #update(wanted: CompositionChange, isOurs = true): CompositionChange {
    const change = isOurs ? this.#withExports(wanted) : wanted;
    const items = this.#updateItems(change.items);
    const options = this.#updateOptions(change.options);
    this.changed.emit({ change, isOurs });
    return { ...(items && { items }), ...(options && { options }) };
  }

  /** A change in this tab, or its undo, does not forget that a file was exported. */
  #withExports(change: CompositionChange): CompositionChange {
    let noted: Map<RepoPath, FileItem | undefined> | undefined;
    for (const [path, item] of change.items ?? []) {
      const injectedAt = this.#items.get(path)?.injectedAt;
      if (item === undefined || injectedAt === undefined || item.injectedAt === injectedAt) continue;
      noted ??= new Map(change.items);
      noted.set(path, { ...item, injectedAt });
    }
    return noted === undefined ? change : { ...change, items: noted };
  }

  #updateItems(changed: CompositionChange['items']): CompositionChange['items'] {
    if (changed === undefined || changed.size === 0) return undefined;
    const before = new Map<RepoPath, FileItem | undefined>();
    let isMoved = false;
    let isInclusionChanged = false;
    let isEncodingChanged = false;
    for (const [path, item] of changed) {
      const old = this.#items.get(path);
      before.set(path, old);
      if (item === undefined) this.#items.delete(path);
      else this.#items.set(path, item);
      if (item === undefined || isPlainItem(item)) this.#marked.delete(path);
      else this.#marked.add(path);
      isMoved ||= (item === undefined) !== (old === undefined);
      isInclusionChanged ||= (item?.autoAggregate === false) !== (old?.autoAggregate === false);
      isEncodingChanged ||= item?.encoding !== old?.encoding;
    }
    if (isMoved) {
      const itself = (path: RepoPath) => path;
      this.#paths = withChanges(this.#paths, itself, changed.keys(), (path) => changed.get(path) && path);
    }
    if (isInclusionChanged)
      this.#notIncluded = [...this.#marked].filter((path) => this.#items.get(path)?.autoAggregate === false);
    if (isEncodingChanged)
      this.#sourceEncodings = new Map([...this.#marked].flatMap((path) => this.#encodingAt(path)));
    this.#revision += 1;
    return before;
  }

  #encodingAt(path: RepoPath): readonly (readonly [RepoPath, SourceEncoding])[] {
    const encoding = this.#items.get(path)?.encoding;
    return encoding === undefined ? [] : [[path, encoding]];
  }

  #updateOptions(changed: CompositionChange['options']): CompositionChange['options'] {
    if (changed === undefined) return undefined;
    const before = this.#options;
    this.#options = { ...before, ...changed };
    return Object.fromEntries(optionNames(changed).map((name) => [name, before[name]]));
  }
}

/** The newest steps, as many as are kept. */
function newest(steps: readonly Step[]): readonly Step[] {
  let kept = 0;
  let items = 0;
  for (const step of steps.toReversed()) {
    items += (step.back.items?.size ?? 0) + (step.forth.items?.size ?? 0);
    if (kept > 0 && (kept === STEPS_KEPT || items > ITEMS_KEPT)) break;
    kept += 1;
  }
  return steps.slice(steps.length - kept);
}

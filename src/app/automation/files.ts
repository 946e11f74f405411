import type { RepoPath } from '../../core/files/repoPath';
import type { DiffStart } from '../../core/settings/settings';
import { MODES } from '../../core/views/registry';
import { selectChanged } from '../files/selectChanged';
import type { RankedFile, UsedFiles } from '../ports/engine';
import type { ScriptedPage } from './scriptedPage';

/** Chooses files and how they are shown. */
export interface FileAutomation {
  /** Ticks the files that a glob matches. Resolves to their number. */
  tick(glob: string): Promise<number>;
  untick(glob: string): Promise<number>;
  /** Ticks the files that git says have changed, except those that rules leave out. */
  tickChanged(start: DiffStart): Promise<void>;
  /**
   * Ticks the files that a file uses within this many steps. Resolves to the newly ticked ones; rejects if there is no
   * such file.
   */
  tickNeeded(path: string, steps: number): Promise<readonly RepoPath[]>;
  /** Shows all ticked files in a mode. */
  setMode(mode: string): Promise<void>;
  /** Marks ticked files as focus files by name, path, or part of a path. Resolves to their number. */
  focus(name: string): Promise<number>;
  /** The files that are most likely for the task and not selected, at most `limit`. Rejects if there is no task. */
  suggest(limit: number): Promise<readonly SuggestedFile[]>;
  /** The files that each file uses. */
  links(): Promise<readonly UsedFiles[]>;
}

export type SuggestedFile = Pick<RankedFile, 'path' | 'score' | 'reasons'>;

export function automateFiles({ app, open, whenIdle }: ScriptedPage): FileAutomation {
  return {
    tick: (glob) => open().choices.tickMatching(glob, true),
    untick: (glob) => open().choices.tickMatching(glob, false),
    tickChanged: (start) => selectChanged(open(), start, (notice) => app.notify(notice)),
    async tickNeeded(text, steps) {
      await whenIdle();
      const { choices, composition, references, tree } = open();
      const file = tree.byPath(text);
      if (file?.kind !== 'file') throw new Error(`there is no file ${text}`);
      const wanted = { paths: [file.path], direction: 'uses', steps } as const;
      const { paths } = await references.whenRead(() => references.related(wanted));
      const added = paths.filter((path) => composition.item(path) === undefined);
      choices.selectAll(added, `Add what ${file.name} needs`);
      await whenIdle();
      return added.filter((path) => composition.item(path) !== undefined);
    },
    setMode(name) {
      const mode = MODES.find((known) => known === name);
      if (mode === undefined) throw new Error(`there is no mode "${name}"; known: ${MODES.join(', ')}`);
      open().choices.setModeOfAll(mode);
      return whenIdle();
    },
    async focus(name) {
      const found = open().choices.focusMatching(name);
      await whenIdle();
      return found;
    },
    async suggest(limit) {
      await whenIdle();
      const { likely } = open();
      if (!likely.hasTask) throw new Error('there is no task to suggest files for');
      const files = await likely.suggest(limit);
      return files.map(({ path, score, reasons }) => ({ path, score, reasons }));
    },
    async links() {
      await whenIdle();
      return (await open().references.all()).links;
    },
  };
}

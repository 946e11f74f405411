import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import { Git } from '../git/git.svelte';
import type { Lifetime } from '../lifetime';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Engine, EngineFactory } from '../ports/engine';
import type { OpenedFolder } from '../ports/folders';
import { EngineRun } from '../reading/engineRun.svelte';
import { FolderReading } from '../reading/folderReading.svelte';
import { Pace } from '../reading/pace';
import { FileChanges } from '../tree/fileChanges.svelte';
import { FileTree } from '../tree/fileTree';

export interface FolderOptions {
  /** Id of the workspace. */
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly createEngine: EngineFactory;
  readonly clock: Clock;
  readonly notify: Notify;
}

/** The open folder: what reads it, and what is known of its files. */
export class FolderGroup {
  readonly id: string;
  readonly folder: OpenedFolder;
  /** The items of selected files. Only the composition changes them. */
  readonly items = new Map<RepoPath, FileItem>();
  readonly engine: Engine;
  readonly run: EngineRun;
  readonly pace: Pace;
  readonly changes: FileChanges;
  readonly tree: FileTree;
  readonly reading: FolderReading;
  readonly git: Git;

  constructor(options: FolderOptions, lifetime: Lifetime) {
    this.id = options.id;
    this.folder = options.folder;
    this.run = new EngineRun(options.notify);
    this.pace = new Pace(options.clock, this.run);
    this.engine = options.createEngine((fault) => this.reading.died(fault));
    this.changes = new FileChanges(this.items, options.clock, (task) => this.pace.run(task));
    this.tree = new FileTree(this.items, (paths, when) => this.changes[when](paths));
    this.reading = new FolderReading(this);
    this.git = new Git(this);
    lifetime.add({
      close: () => {
        this.run.close();
        this.changes.close();
        this.engine.dispose();
      },
    });
  }
}

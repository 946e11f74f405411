import { coalesce } from '../../core/async/coalesce';
import { usesBeads } from '../../core/document/sections/beads';
import type { Composition } from '../composition/composition.svelte';
import type { Clock } from '../ports/clock';
import type { Engine, IssuesFound } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'findIssues'>;
  readonly run: EngineRun;
  readonly reading: Pick<FolderReading, 'ended'>;
  readonly composition: Pick<Composition, 'options'>;
  readonly project: { readonly usesBeads: boolean };
  readonly clock: Pick<Clock, 'now'>;
}

/** The most issues of each list that the screen shows. */
const MOST_SHOWN = 200;

/** The issues of the Beads tracker in the folder. Follows the disk from its first use. */
export class Issues {
  readonly #parts: Parts;
  #found = $state.raw<IssuesFound | undefined>();
  readonly #read = coalesce(async () => {
    this.#found = await this.read();
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.reading.ended.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Undefined until they are read. */
  get found(): IssuesFound | undefined {
    return this.#found;
  }

  /** Whether they are in the document if there are any. */
  get isOn(): boolean {
    return usesBeads(this.#parts.composition.options, this.#parts.project.usesBeads);
  }

  read(): Promise<IssuesFound> {
    const { engine, clock } = this.#parts;
    return engine.findIssues({ now: clock.now(), limit: MOST_SHOWN });
  }

  #follow(): void {
    void this.#parts.run.guarded(this.#read);
  }
}

/** An export that waits for the user's answer. */
interface Waiting<Workspace, About> {
  readonly workspace: Workspace;
  readonly about: About;
  readonly goOn: () => Promise<void>;
}

/** A question before an export. After the user goes on, it is asked again only when its key has changed. */
export class ExportQuestion<Workspace extends object, About> {
  readonly #keyOf: (workspace: Workspace) => string;
  readonly #accepted = new WeakMap<Workspace, string>();
  #waiting = $state.raw<Waiting<Workspace, About> | undefined>();

  constructor(keyOf: (workspace: Workspace) => string) {
    this.#keyOf = keyOf;
  }

  /** The subject of the question while an export of this workspace waits for the answer. */
  aboutOf(workspace: Workspace): About | undefined {
    return this.#waiting?.workspace === workspace ? this.#waiting.about : undefined;
  }

  /** Goes on after the answer, or at once if the user has gone on with the same key before. */
  ask(workspace: Workspace, about: About, goOn: () => Promise<void>): Promise<void> {
    if (this.#accepted.get(workspace) === this.#keyOf(workspace)) return goOn();
    this.#waiting = { workspace, about, goOn };
    return Promise.resolve();
  }

  answer(goesOn: boolean): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (!goesOn || waiting === undefined) return Promise.resolve();
    // The user may have changed the composition while it was asked.
    this.#accepted.set(waiting.workspace, this.#keyOf(waiting.workspace));
    return waiting.goOn();
  }
}

import type { LeavingBy } from '../passTexts';
import type { FoundSecret } from '../ports/engine';

/** Something that leaves the app once the user has decided about the secrets in it. */
export interface HeldExport {
  /** The open folder. */
  readonly workspace: object;
  /** `decide`: the user only wants to decide. */
  readonly verb: LeavingBy | 'decide';
  readonly secrets: readonly FoundSecret[];
  readonly goOn: () => Promise<void>;
  readonly cancel?: () => void;
}

/** Holds an export back, one at a time, until the user has decided about its secrets. */
export class HeldExports {
  #held = $state.raw<HeldExport | undefined>();

  /** The export of this workspace that waits for the user. */
  of(workspace: object): HeldExport | undefined {
    return this.#held?.workspace === workspace ? this.#held : undefined;
  }

  /** Cancels the export that was held before. */
  hold(held: HeldExport): void {
    this.#held?.cancel?.();
    this.#held = held;
  }

  /** Goes on with the export, or cancels it. Call inside a click, and after the decisions are made. */
  async answer(goesOn: boolean): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (goesOn) await held?.goOn();
    else held?.cancel?.();
  }
}

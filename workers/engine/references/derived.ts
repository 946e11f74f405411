/** A value that is derived from the table of files when somebody asks for it. */
import type { Steps } from '../../../src/core/async/steps';
import type { FileTable } from '../../../src/core/ranking/fileIndex';
import { inSlices } from '../../inSlices';

interface Derivation<Value> {
  readonly table: FileTable;
  /** The value for an earlier table. */
  readonly before: Value | undefined;
  /** Runs steps in slices. Resolves to undefined once the value for a newer table is wanted. */
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result | undefined>;
}

export class Derived<Value extends object> {
  readonly #derive: (derivation: Derivation<Value>) => Promise<Value | undefined>;
  #current: { readonly table: FileTable; readonly value: Promise<Value | undefined> } | undefined;
  #last: Value | undefined;

  constructor(derive: (derivation: Derivation<Value>) => Promise<Value | undefined>) {
    this.#derive = derive;
  }

  /** The same object for the same table. Undefined if the value for a newer table is wanted meanwhile. */
  of(table: FileTable): Promise<Value | undefined> {
    if (this.#current?.table !== table) this.#current = { table, value: this.#start(table) };
    return this.#current.value;
  }

  async #start(table: FileTable): Promise<Value | undefined> {
    const value = await this.#derive({
      table,
      before: this.#last,
      run: (steps) => inSlices(steps, () => this.#current?.table === table),
    });
    this.#last = value ?? this.#last;
    return value;
  }
}

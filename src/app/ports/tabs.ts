/** Coordinates the tabs of this browser. A tab that closes or crashes releases everything it holds. */
export interface Tabs {
  /** Runs a task while no other tab runs one with the same name. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** Marks something as used by this tab; other tabs may use it too. Resolves to a function that releases it. */
  hold(name: string): Promise<() => void>;
  /** Everything that any tab holds, including this one. */
  held(): Promise<ReadonlySet<string>>;
}

/** Remembers the folder this tab has open, so that a reload opens it again. */
export interface TabMemory {
  get(): string | undefined;
  set(open: string | undefined): void;
  /** Reloads the page. */
  reload(): void;
}

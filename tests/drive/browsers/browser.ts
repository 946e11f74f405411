/** The parts of a browser that one journey needs, independent of the protocol that drives it. */
export interface Browser extends AsyncDisposable {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of an async function in the page; its result must be JSON. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Chooses files on disk in a file input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** Focuses the selector's element and pastes as a user does. */
  paste(selector: string): Promise<void>;
  screenshot(): Promise<Buffer>;
}

export interface BrowserKind {
  readonly name: string;
  /** Names the missing part; undefined if the browser can be started. */
  readonly missing: string | undefined;
  launch(): Promise<Browser>;
}

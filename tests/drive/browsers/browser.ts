/** As much of a browser as one journey needs, whatever protocol drives it. */
export interface Browser extends AsyncDisposable {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of an async function in the page; what it returns must be JSON. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Chooses files of the disk in a file input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** Focuses what the selector finds and pastes as a user does. */
  paste(selector: string): Promise<void>;
  screenshot(): Promise<Buffer>;
}

export interface BrowserKind {
  readonly name: string;
  /** Names the missing part; undefined if the browser can be started. */
  readonly missing: string | undefined;
  launch(): Promise<Browser>;
}

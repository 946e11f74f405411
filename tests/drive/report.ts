/** What `drive --report` writes. Times are milliseconds, sizes bytes. */
export interface DriveReport extends AppReport {
  /** The longest task on the main thread, 0 when none took 50 ms. */
  readonly longestTask: number;
  /** Memory of the page's process (PSS) at the end; undefined where the system does not tell. */
  readonly memory: number | undefined;
}

/** The part that the app itself knows. */
export interface AppReport {
  readonly files: readonly ReportedFile[];
  readonly ignored: readonly ReportedIgnored[];
  readonly document: {
    readonly tokens: number;
    readonly bytes: number;
    readonly blocks: readonly ReportedBlock[];
  };
  readonly timings: {
    readonly scan: number;
    readonly read: number;
    readonly count: number;
    readonly render: number;
    readonly assemble: number;
  };
  readonly errors: readonly string[];
}

export interface ReportedFile {
  readonly path: string;
  readonly size: number;
  readonly tokens: number;
  readonly lines: number;
  readonly language: string;
  readonly ticked: boolean;
  readonly state: string;
  readonly reason?: string;
  // Of ticked files:
  readonly mode?: string;
  readonly tokensByMode?: Readonly<Record<string, number>>;
  readonly symbols?: readonly ReportedSymbol[];
  readonly gaps?: readonly { readonly startLine: number; readonly endLine: number }[];
  readonly summary?: 'cached' | 'fresh' | 'none';
  readonly note?: string;
}

export interface ReportedSymbol {
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly signature: string;
}

export interface ReportedIgnored {
  readonly path: string;
  readonly rule: string;
  /** The ignore file, or `built-in`, `user`, `sensitive` where no file did it: then there is no line. */
  readonly file: string;
  readonly line?: number;
}

export interface ReportedBlock {
  readonly id: string;
  readonly path?: string;
  readonly section: string;
  readonly tokens: number;
}

/** Something that happened and has no place of its own on the screen. */
export interface Notice {
  readonly kind: 'done' | 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details?: readonly string[];
  /** A way out that the message comes with: everything into one file. */
  readonly offer?: 'export';
}

export type Notify = (notice: Notice) => void;

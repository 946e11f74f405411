/** The changes that a model's reply asks for, before they are compared with any file. */

export type HunkLine =
  /** Kept, removed, or added. Without the mark of its format and without its line end. */
  | { readonly op: 'keep' | 'remove' | 'add'; readonly text: string }
  /** Any number of lines that the reply leaves out, such as `// ... existing code ...`. */
  | { readonly op: 'gap'; readonly text: string };

export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** 1-based line of the old text that the reply names; models miscount. */
  readonly line?: number;
  /** Text of the file somewhere above the place, such as that behind `@@`. */
  readonly anchor?: string;
  /** Whether the reply says that the hunk is at the end of the file. */
  readonly isAtEnd?: boolean;
}

/** 1-based lines of the reply, both included. */
export interface ReplyLines {
  readonly from: number;
  readonly to: number;
}

/** Paths are as the reply has them. */
export type ReplyEdit = ReplyLines & {
  /** Name of the format, from the registry. */
  readonly format: string;
  readonly path: string;
} & (
    | {
        readonly kind: 'change';
        readonly hunks: readonly Hunk[];
        /** Hunks of diffs and patches follow each other in the file; others come in any order. */
        readonly isInOrder: boolean;
        readonly newPath?: string;
      }
    /** A whole file. `isNew`: whether the reply says that it is a new one; undefined if it doesn't say. */
    | { readonly kind: 'write'; readonly text: string; readonly isNew?: boolean }
    | { readonly kind: 'delete' }
    | { readonly kind: 'rename'; readonly newPath: string }
  );

/** A part of the reply that looks like an edit. The reason is a sentence. */
export interface NotUnderstood extends ReplyLines {
  readonly text: string;
  readonly reason: string;
}

/** In the order of the reply. Every block that looks like an edit is in one of the lists. */
export interface ReplyPlan {
  readonly edits: readonly ReplyEdit[];
  readonly notUnderstood: readonly NotUnderstood[];
}

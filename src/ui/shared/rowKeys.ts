interface Rows {
  readonly active: number;
  readonly count: number;
  /** Height of a row in CSS pixels. */
  readonly height: number;
}

/** The row that a key moves to in a focused list of rows. Undefined if the key doesn't move. */
export function rowByKey(
  { key, currentTarget: list }: KeyboardEvent & { readonly currentTarget: HTMLElement },
  { active, count, height }: Rows,
): number | undefined {
  const page = Math.max(1, Math.floor(list.clientHeight / height) - 1);
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const row = rows[key];
  return row === undefined ? undefined : Math.max(0, Math.min(row, count - 1));
}

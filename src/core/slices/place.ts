/** Lines of a file, 0-based, end not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

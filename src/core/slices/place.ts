/** Lines of a file, 0-based, the end not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A guard of money: taken away by replacing one piece of text, which must stand in its file exactly once. */
export type Guard = {
  readonly promise: string;
  readonly file: string;
  readonly text: string;
  readonly without: string;
  readonly test: string;
  /** The tests of that file that are asked, by name; all when left out. */
  readonly only?: string;
};

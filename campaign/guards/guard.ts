/** A guard of money: removed by replacing one piece of text, which must be in its file exactly once. */
export type Guard = {
  readonly promise: string;
  readonly file: string;
  readonly text: string;
  readonly without: string;
  readonly test: string;
  /** In the names of the tests of that file that are asked. */
  readonly only: string;
};

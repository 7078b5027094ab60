/** What a module declares about the personal data in its tables; compliance/own-data, compliance/retention and compliance/closing read it. */

/** Lines of the archive that people can have made of their own data. */
export type OwnDataSection = {
  /** The file in the archive, without `.json`. Modules may share one: their lines follow each other in module order. */
  readonly file: string;
  /** The database function is `own_data_<lines>(person, after, most)`: a page of JSON lines in the order of their keys. */
  readonly lines: string;
  /** Opens what is sealed in a line, or leaves out what the archive shall not show. */
  readonly open?: (line: string) => string;
  /** A stored file that belongs to a line, and its name in the archive. Gets the line as the database gave it. */
  readonly attached?: (line: string) => { readonly name: string; readonly key: string };
};

/** Rows that go when their time is over: the database function `erase_old_<kind>(most)` erases some, and says how many it looked at. */
export type RetentionKind = {
  readonly kind: string;
  /** It goes through the rows in their order, and remembers in `retention_marks` how far it has come. */
  readonly hasMark?: true;
};

/** Functions of the database that a closing of an account calls. */
export type ClosingSteps = {
  /** `(person)` gives what keeps the account from being closed. */
  readonly obstacles?: `${string}_closing_obstacles`;
  /** `(person)` erases what this module has of them; modules after it have erased theirs. */
  readonly erases?: `erase_user_from_${string}`;
};

type Kept = { readonly kept: string };

/** What happens to the rows of one table. Where nothing does, it says why. */
export type TableData = {
  /** The lines of the archive that have them. */
  readonly ownData: { readonly section: string } | { readonly none: string };
  /** After how long what erases or empties them: a kind of retention, a job, or a function of the database. */
  readonly retention: { readonly by: string; readonly after: string } | Kept;
  /** At the closing of an account: erased by the module's own function or with rows of another table, or a reason not to close it. */
  readonly closing: "erased" | { readonly erasedWith: string } | { readonly obstacle: string } | Kept;
};

/** By table, for every table of a module. */
export type DataOf<Tables> = { readonly [Name in keyof Tables]: TableData };

/** A table without personal data, or a record that must stay complete. */
export function untouched(why: string): TableData {
  return { ownData: { none: why }, retention: { kept: why }, closing: { kept: why } };
}

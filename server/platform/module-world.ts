/** What the campaigns have to know of a module's tables: its `worlds.ts` declares it, and nothing else of the server loads that. */
export type ModuleWorld = {
  /** Tables that a refused call writes on purpose: saved answers, counted tries, passwords of accounts to be. */
  readonly writtenWhenRefused?: readonly string[];
  /** Of such a table, the condition of the rows that a refused call may not write. */
  readonly writtenInPart?: Readonly<Record<string, string>>;
  /** By the kind of object that a route's policy names: where ids of real ones are. */
  readonly ids?: Readonly<Record<string, ObjectIds>>;
};

export type ObjectIds =
  | {
      readonly table: string;
      readonly column: string;
      readonly where?: string;
      readonly order?: string;
      readonly most?: number;
    }
  | { readonly these: readonly string[] };

/** Declarations of a module for the campaigns, in its `worlds.ts`. Only the campaigns load that file. */
export type ModuleWorld = {
  /** Tables that a refused call writes on purpose, for example counted attempts. */
  readonly writtenWhenRefused?: readonly string[];
  /** Of such a table, the condition of the rows that a refused call may not write. */
  readonly writtenInPart?: Readonly<Record<string, string>>;
  /** By the kind of object that a policy of a route names: the column with ids of such objects. */
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

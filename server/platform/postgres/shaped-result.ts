/**
 * Rows of prepared statements, whose columns do not change. The driver analyzes the columns for every result, and
 * with more than some fifty columns its rows become slow to build and to read. Here the columns of a statement are
 * analyzed once.
 */
import pg from "pg";

const INT8 = 20;
const TIMESTAMPTZ = 1184;
type Parser = (text: string) => unknown;

const MOST_INSTANTS = 1000;
const instants = new Map<string, number>();
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ, "text") as (text: string) => Date | number;

/** Rows of a page repeat their instants. Each has a Date of its own. */
function instantFrom(text: string): Date | number {
  const known = instants.get(text);
  if (known !== undefined) return new Date(known);
  const parsed = parseInstant(text);
  // Infinity is a number.
  if (!(parsed instanceof Date)) return parsed;
  if (instants.size >= MOST_INSTANTS) instants.clear();
  instants.set(text, parsed.getTime());
  return parsed;
}

/** How values become ours: whole numbers of eight bytes are bigint. */
export const types = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parser {
    if (oid === INT8) return (text) => BigInt(text);
    if (oid === TIMESTAMPTZ && format !== "binary") return instantFrom;
    return pg.types.getTypeParser(oid, format as "text") as Parser;
  },
} as unknown as pg.CustomTypesConfig;

type Field = { readonly name: string; readonly dataTypeID: number };
type Shape = {
  readonly fields: readonly Field[];
  readonly parsers: readonly Parser[];
  readonly empty: Readonly<Record<string, unknown>>;
};

const shapes = new Map<string, Shape>();

function shapeOf(statement: string, fields: readonly Field[]): Shape {
  const known = shapes.get(statement);
  if (known && isSame(known.fields, fields)) return known;
  const names = [...new Set(fields.map(({ name }) => name))];
  const shape = {
    fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text") as Parser),
    // What is parsed from JSON keeps its properties in place, and so do its copies.
    empty: JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(",")}}`),
  };
  shapes.set(statement, shape);
  return shape;
}

/** The same statement may have other types in another database. */
function isSame(one: readonly Field[], other: readonly Field[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, dataTypeID }, index) => name === other[index]?.name && dataTypeID === other[index]?.dataTypeID)
  );
}

/** What the driver asks of its results; its own description of them leaves these out. */
type Results = new () => { rows: unknown[]; fields: readonly Field[] };

class ShapedResult extends (pg.Result as unknown as Results) {
  readonly #statement: string;
  #shape: Shape | undefined;

  constructor(statement: string) {
    super();
    this.#statement = statement;
  }

  addFields(fields: readonly Field[]): void {
    this.fields = fields;
    this.#shape = shapeOf(this.#statement, fields);
  }

  parseRow(values: readonly (string | null)[]): unknown {
    const shape = this.#shape;
    if (!shape) throw new Error("a row came before its columns");
    const row: Record<string, unknown> = { ...shape.empty };
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? null;
      const field = shape.fields[index];
      if (value !== null && field) row[field.name] = shape.parsers[index]?.(value);
    }
    return row;
  }
}

type Prepared = { readonly text: string; readonly name: string; readonly values: unknown[] };
export type Statement = { readonly text: string; readonly name: string | undefined; readonly values: unknown[] };

/** Runs it on this connection; a statement with a name has rows of a known shape. */
export async function queryRows<T extends object>(
  client: pg.ClientBase,
  { text, name, values }: Statement,
): Promise<T[]> {
  if (name === undefined) return (await client.query<T>({ text, values, types })).rows;
  try {
    return await askPrepared<T>(client, { text, name, values });
  } catch (error) {
    // The place of the call says more than the place where the socket was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

function askPrepared<T extends object>(client: pg.ClientBase, { text, name, values }: Prepared): Promise<T[]> {
  return new Promise((done, fail) => {
    const query = new pg.Query<T>({ text, values, name, types } as pg.QueryConfig, (error: Error | null, result) =>
      error ? fail(error) : done(result.rows),
    );
    const shaped = new ShapedResult(name);
    Object.assign(query, { _result: shaped, _results: shaped });
    client.query(query);
  });
}

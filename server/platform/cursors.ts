/**
 * Slices of long lists. The cursor is the place of the last row, its time and its number and not its name: the next slice begins
 * behind it whether the row moves, leaves, or others join.
 */
import { ROWS_PER_PAGE } from "#contract/platform/wire.ts";
import { type Fragment, sql } from "./postgres/db.ts";

export type Slice<Row> = {
  readonly rows: readonly Row[];
  /** Of the last row; null at the end. */
  readonly next: string | null;
};

/** `read` gets as many rows as it may read: one more than are shown, which says whether there are others. */
export async function readSlice<Row>(
  read: (limit: number) => Promise<readonly Row[]>,
  placeOf: (row: Row) => string,
): Promise<Slice<Row>> {
  const found = await read(ROWS_PER_PAGE + 1);
  const rows = found.slice(0, ROWS_PER_PAGE);
  const last = rows.at(-1);
  return { rows, next: last && found.length > ROWS_PER_PAGE ? placeOf(last) : null };
}

/** Microseconds and a number: what `queuePlace` of the contract is. A Date would lose the end of a time. */
export const placeOf = (at: Fragment, id: Fragment): Fragment =>
  sql`(extract(epoch from ${at}) * 1000000)::bigint::text || '.' || ${id}::text`;

/** For `where`, of a list in ascending order; nothing for the first slice. */
export const behind = (at: Fragment, id: Fragment, after: string | undefined): Fragment =>
  after === undefined ? sql`` : sql`and (${at}, ${id}) > (${timeOf(after)}, ${numberOf(after)}::bigint)`;

/** Of a list in descending order. */
export const before = (at: Fragment, id: Fragment, after: string | undefined): Fragment =>
  after === undefined ? sql`` : sql`and (${at}, ${id}) < (${timeOf(after)}, ${numberOf(after)}::bigint)`;

const timeOf = (place: string): Fragment =>
  sql`'epoch'::timestamptz + ${place.split(".")[0]}::bigint * interval '1 microsecond'`;
export const numberOf = (place: string): bigint => BigInt(place.split(".")[1] ?? "");

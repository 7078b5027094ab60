/** The SQL of snapshots: digests of books, some with the whole book. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { LiveOrderRow, ProgressRow } from "./match-rows.ts";

export async function keepSnapshot(
  tx: Tx,
  { market, epoch, seq, digest }: { market: string; epoch: bigint; seq: bigint; digest: string },
  at: Date,
): Promise<void> {
  await tx.rows`select note_spot_snapshot(${market}, ${epoch}, ${seq}, ${digest}, ${at}) is null as done`;
}

/** What a book starts with, as it was kept. */
export type KeptBook = Omit<ProgressRow, "applied_seq" | "band_bp"> & { readonly orders: readonly LiveOrderRow[] };

type Verified = { readonly seq: bigint; readonly digest: string; readonly book: KeptBook };

/** The newest whole snapshot that a replay gave; none in the first days of a market. */
export async function verifiedSnapshot(tx: ReadTx, market: string): Promise<Verified | undefined> {
  const [row] = await tx.rows<{ seq: bigint; digest: string; book: string }>`
    select seq, digest, book::text as book
    from spot_snapshots
    where market = ${market} and book is not null and verified_at is not null
    order by seq desc
    limit 1`;
  return row && { ...row, book: bookFrom(row.book) };
}

/** Its numbers as the tables have them. */
function bookFrom(text: string): KeptBook {
  return JSON.parse(text, (_, value: unknown) => (typeof value === "number" ? BigInt(value) : value));
}

export type DigestRow = { readonly seq: bigint; readonly digest: string; readonly isWhole: boolean };

export function digestsAfter(tx: ReadTx, { market, seq }: { market: string; seq: bigint }): Promise<DigestRow[]> {
  return tx.rows<DigestRow>`
    select seq, digest, book is not null as "isWhole"
    from spot_snapshots
    where market = ${market} and seq > ${seq}
    order by seq`;
}

export async function noteVerified(
  tx: Tx,
  { market, seq, at }: { market: string; seq: bigint; at: Date },
): Promise<void> {
  await tx.rows`select verify_spot_snapshot(${market}, ${seq}, ${at}) is null as done`;
}

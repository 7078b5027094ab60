/** The SQL of archives that people have made of what is kept about them. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type ExportRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly session_id: bigint;
  readonly asked_at: Date;
  readonly made_at: Date | null;
  readonly size_bytes: number | null;
  readonly expires_at: Date;
};

/** Exports that are made or being made, and have not ended. */
export async function exportOf(tx: ReadTx, userId: bigint): Promise<ExportRow | undefined> {
  const [row] = await tx.rows<ExportRow>`
    select id, user_id, session_id, asked_at, made_at, size_bytes::float8 as size_bytes, expires_at
    from data_exports
    where user_id = ${userId} and expires_at > market_now()`;
  return row;
}

export type AskOutcome = "asked" | "exists" | "unproved";

/** Locks the user and spends the proof. */
export async function askForExport(
  tx: Tx,
  { userId, sessionId }: { userId: bigint; sessionId: bigint },
): Promise<AskOutcome> {
  const [row] = await tx.rows<{ outcome: AskOutcome }>`select ask_for_data(${userId}, ${sessionId}) as outcome`;
  return row?.outcome ?? "unproved";
}

/** Those that nobody has made yet, the first that was asked for first. */
export function waitingExports(tx: ReadTx): Promise<{ id: bigint }[]> {
  return tx.rows<{ id: bigint }>`
    select id
    from data_exports
    where made_at is null
    order by id`;
}

export type PartLine = { readonly key: bigint; readonly line: string };
type WantedPart = { readonly exportId: bigint; readonly part: string; readonly after: bigint; readonly most: number };

/** A page of what the function `own_data_<part>` gives, in order of its keys; none when the archive was made, or asked for anew, meanwhile. */
export function exportPart(tx: ReadTx, { exportId, part, after, most }: WantedPart): Promise<PartLine[]> {
  return tx.rows<PartLine>`select key, line from export_part(${exportId}, ${part}, ${after}, ${most})`;
}

/** The number of a new try; what earlier ones have left is gone. Null where nobody waits for it any more. */
export async function beginExport(tx: Tx, exportId: bigint): Promise<number | null> {
  const [row] = await tx.rows<{ number: number | null }>`select begin_export(${exportId}) as number`;
  return row?.number ?? null;
}

type Try = { readonly exportId: bigint; readonly number: number };
type Piece = { readonly exportId: bigint; readonly place: number; readonly sealed: Uint8Array };

/** False where another try has begun, or nobody waits for it any more. */
export async function keepPiece(tx: Tx, { exportId, number, place, sealed }: Try & Piece): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`
    select keep_export_piece(${exportId}, ${number}, ${place}, ${sealed}) as done`;
  return row?.done ?? false;
}

/** Undefined after the last. */
export async function pieceAt(tx: ReadTx, { exportId, place }: Omit<Piece, "sealed">): Promise<Uint8Array | undefined> {
  const [row] = await tx.rows<{ sealed: Uint8Array }>`
    select sealed
    from data_export_pieces
    where export_id = ${exportId} and place = ${place}`;
  return row?.sealed;
}

/** False where another try has begun, or it was asked for anew meanwhile. */
export async function finishExport(
  tx: Tx,
  { exportId, number, sizeBytes }: Try & { readonly sizeBytes: number },
): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`select finish_export(${exportId}, ${number}, ${sizeBytes}) as done`;
  return row?.done ?? false;
}

/** Exports that nobody can download any more, and those sealed with other versions of the secret. */
export async function forgetExports(tx: Tx, versions: readonly number[]): Promise<void> {
  await tx.rows`select forget_exports(${versions}::int[])`;
}

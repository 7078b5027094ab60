/** The SQL of archives that people have made of what is kept about them (migration 0352). */
import type { ReadTx, Tx } from "../../platform/db.ts";

export type ExportRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly session_id: bigint;
  readonly asked_at: Date;
  readonly made_at: Date | null;
  readonly size_bytes: number | null;
  readonly expires_at: Date;
};

/** What was made or is being made and has not ended. */
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

/** Lines of JSON in order of their keys; none when it was made, or asked for anew, meanwhile. */
export function exportPart(tx: ReadTx, { exportId, part, after, most }: WantedPart): Promise<PartLine[]> {
  if (part === "channels")
    return tx.rows<PartLine>`select key, line from export_channels(${exportId}, ${after}, ${most})`;
  return tx.rows<PartLine>`select key, line from export_part(${exportId}, ${part}, ${after}, ${most})`;
}

/** What an earlier try has left. */
export async function deletePieces(tx: Tx, exportId: bigint): Promise<void> {
  await tx.rows`
    delete from data_export_pieces
    where export_id = ${exportId}`;
}

type Piece = { readonly exportId: bigint; readonly place: number; readonly sealed: Uint8Array };

export async function insertPiece(tx: Tx, { exportId, place, sealed }: Piece): Promise<void> {
  await tx.rows`
    insert into data_export_pieces (export_id, place, sealed)
    values (${exportId}, ${place}, ${sealed})`;
}

/** Undefined after the last. */
export async function pieceAt(tx: ReadTx, { exportId, place }: Omit<Piece, "sealed">): Promise<Uint8Array | undefined> {
  const [row] = await tx.rows<{ sealed: Uint8Array }>`
    select sealed
    from data_export_pieces
    where export_id = ${exportId} and place = ${place}`;
  return row?.sealed;
}

/** False where it was asked for anew meanwhile. */
export async function finishExport(
  tx: Tx,
  { exportId, sizeBytes }: { exportId: bigint; sizeBytes: number },
): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`select finish_export(${exportId}, ${sizeBytes}) as done`;
  return row?.done ?? false;
}

export async function forgetExports(tx: Tx): Promise<void> {
  await tx.rows`select forget_exports()`;
}

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
  if (part === "avatar") return tx.rows<PartLine>`select key, line from export_avatar(${exportId}, ${after}, ${most})`;
  if (part === "badges") return tx.rows<PartLine>`select key, line from export_badges(${exportId}, ${after}, ${most})`;
  if (part === "messenger")
    return tx.rows<PartLine>`select key, line from export_messenger(${exportId}, ${after}, ${most})`;
  if (part === "email_changes")
    return tx.rows<PartLine>`select key, line from export_email_changes(${exportId}, ${after}, ${most})`;
  if (part === "social")
    return tx.rows<PartLine>`select key, line from export_social_accounts(${exportId}, ${after}, ${most})`;
  if (part === "gift_cards")
    return tx.rows<PartLine>`select key, line from export_gift_cards(${exportId}, ${after}, ${most})`;
  if (part === "api_keys")
    return tx.rows<PartLine>`select key, line from export_api_keys(${exportId}, ${after}, ${most})`;
  if (part === "evidence")
    return tx.rows<PartLine>`select key, line from export_evidence(${exportId}, ${after}, ${most})`;
  if (part === "attachments")
    return tx.rows<PartLine>`select key, line from export_attachments(${exportId}, ${after}, ${most})`;
  if (part === "chargebacks")
    return tx.rows<PartLine>`select key, line from export_chargebacks(${exportId}, ${after}, ${most})`;
  if (part === "payment_accounts")
    return tx.rows<PartLine>`select key, line from export_payment_accounts(${exportId}, ${after}, ${most})`;
  if (part === "phone") return tx.rows<PartLine>`select key, line from export_phone(${exportId}, ${after}, ${most})`;
  // At once: it is counted anew each time, and rows come and go between two pages.
  if (part === "others") return tx.rows<PartLine>`select key, line from export_others(${exportId}, ${after}, 100000)`;
  if (part === "second_steps")
    return tx.rows<PartLine>`select key, line from export_second_steps(${exportId}, ${after}, ${most})`;
  if (part === "documents")
    return tx.rows<PartLine>`select key, line from export_verifications(${exportId}, ${after}, ${most})`;
  if (part === "recoveries")
    return tx.rows<PartLine>`select key, line from export_recoveries(${exportId}, ${after}, ${most})`;
  if (part === "offer_words")
    return tx.rows<PartLine>`select key, line from export_offer_words(${exportId}, ${after}, ${most})`;
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

/** What nobody gets any more, and what is sealed with another version of the secret than these. */
export async function forgetExports(tx: Tx, versions: readonly number[]): Promise<void> {
  await tx.rows`select forget_exports(${versions}::int[])`;
}

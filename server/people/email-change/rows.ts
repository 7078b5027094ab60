/** The SQL of changes of email. */
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import { emailMark } from "../accounts/index.ts";

/** A line of an archive, as its owner reads it. */
export function openChangeLine(line: string): string {
  const { externalId, new_sealed: next, old_sealed: old, ...times } = JSON.parse(line) as Record<string, string | null>;
  const open = (sealed: string | null | undefined) =>
    sealed ? unseal(Buffer.from(sealed, "base64"), placeOf(externalId ?? "")) : null;
  return JSON.stringify({ ...times, newEmail: open(next), oldEmail: open(old) });
}

const placeOf = (externalId: string) => `users.email:${externalId}`;

export type BeginOutcome = "sent" | "unproved" | "unconfirmed" | "same" | "soon";
type Beginning = {
  readonly userId: bigint;
  readonly externalId: string;
  readonly email: string;
  readonly codeHash: Uint8Array;
};

/** Locks the user and spends the proof. */
export async function beginChange(tx: Tx, { userId, externalId, email, codeHash }: Beginning): Promise<BeginOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: BeginOutcome }>`
      select begin_email_change(${userId}, ${seal(email, placeOf(externalId))}, ${emailMark(email)}, ${codeHash}) as outcome`,
  ).outcome;
}

export type ConfirmOutcome = "done" | "wrong" | "expired" | "taken";
type Confirming = {
  readonly userId: bigint;
  readonly sessionId: bigint;
  readonly codeHash: Uint8Array;
  readonly hint: string;
};

export async function confirmChange(
  tx: Tx,
  { userId, sessionId, codeHash, hint }: Confirming,
): Promise<ConfirmOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: ConfirmOutcome }>`
      select confirm_email_change(${userId}, ${sessionId}, ${codeHash}, ${hint}) as outcome`,
  ).outcome;
}

/** The address of the newest change; undefined where there is none. */
export async function newestAddress(
  tx: ReadTx,
  { userId, externalId }: { userId: bigint; externalId: string },
): Promise<string | undefined> {
  const [row] = await tx.rows<{ email_sealed: Uint8Array }>`
    select email_sealed
    from email_changes
    where user_id = ${userId}
    order by id desc
    limit 1`;
  return row && unseal(row.email_sealed, placeOf(externalId));
}

export async function undoChange(tx: Tx, tokenHash: string): Promise<"done" | "gone"> {
  return onlyRow(await tx.rows<{ outcome: "done" | "gone" }>`select undo_email_change(${tokenHash}) as outcome`)
    .outcome;
}

export type WithoutLink = { readonly id: bigint; readonly oldEmail: string; readonly undoUntil: Date };

/** Of this user, whose old address has got no link yet. */
export async function lockWithoutLink(
  tx: Tx,
  { userId, externalId }: { userId: bigint; externalId: string },
): Promise<WithoutLink[]> {
  const rows = await tx.rows<{ id: bigint; old_sealed: Uint8Array; undo_until: Date }>`
    select id, old_sealed, undo_until
    from email_changes
    where user_id = ${userId} and done_at is not null and undo_hash is null
    order by id
    for update`;
  return rows.map(({ id, old_sealed, undo_until: undoUntil }) => ({
    id,
    oldEmail: unseal(old_sealed, placeOf(externalId)),
    undoUntil,
  }));
}

export type TakenAway = { readonly id: bigint; readonly email: string };

/** This user's addresses that were removed when an earlier one was restored. */
export async function takenAway(
  tx: ReadTx,
  { userId, externalId }: { userId: bigint; externalId: string },
): Promise<TakenAway[]> {
  const rows = await tx.rows<{ id: bigint; email_sealed: Uint8Array }>`
    select distinct on (undone_at) id, email_sealed
    from email_changes
    where user_id = ${userId} and done_at is not null and undone_at is not null
    order by undone_at, id desc`;
  return rows.map(({ id, email_sealed }) => ({ id, email: unseal(email_sealed, placeOf(externalId)) }));
}

export async function setUndoHash(tx: Tx, { id, tokenHash }: { id: bigint; tokenHash: string }): Promise<void> {
  await tx.rows`
    update email_changes
    set undo_hash = ${tokenHash}
    where id = ${id}`;
}

/**
 * As the owner of the tables: addresses sealed with another secret cannot be read, so their changes cannot be undone. Returns
 * the line for the operator.
 */
export async function endChanges(db: Db, version: number): Promise<string> {
  const ended = await db.tx(
    (tx) => tx.rows`
      delete from email_changes
      where get_byte(email_sealed, 0) <> ${version}
      returning id`,
  );
  return `ended ${ended.length} changes of email; their links to take them back are void`;
}

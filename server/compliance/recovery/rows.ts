/** The SQL of recoveries as their askers, and those they are about, have them. What changes them is functions. */
import type { Locale } from "#contract/platform/locales.ts";
import type { RecoveryReason, RecoverySide, RecoveryStatus } from "#contract/compliance/recovery/names.ts";
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type NewCase = {
  readonly reference: string;
  readonly code: string;
  readonly secretHash: string;
  readonly detailsSealed: Uint8Array;
  readonly emailSealed: Uint8Array;
  readonly emailIndex: Uint8Array;
  readonly accountMark: Uint8Array;
  readonly accountName: string;
  readonly lang: Locale;
};

export async function startCase(tx: Tx, one: NewCase): Promise<"started" | "full"> {
  return onlyRow(
    await tx.rows<{ outcome: "started" | "full" }>`
      select start_recovery(
        ${one.reference}, ${one.code}, ${one.secretHash}, ${one.detailsSealed}, ${one.emailSealed}, ${one.emailIndex},
        ${one.accountMark}, ${one.accountName}, ${one.lang}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function takeUpload(tx: Tx, reference: string): Promise<string> {
  return onlyRow(await tx.rows<{ outcome: string }>`select take_recovery_upload(${reference}) as outcome`).outcome;
}

export type NewPicture = {
  readonly reference: string;
  readonly side: RecoverySide;
  readonly fileKey: string;
  readonly keySealed: Uint8Array;
};

export async function addPicture(tx: Tx, { reference, side, fileKey, keySealed }: NewPicture): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select add_recovery_picture(${reference}, ${side}, ${fileKey}, ${keySealed}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function submitCase(tx: Tx, secretHash: string): Promise<string> {
  return onlyRow(await tx.rows<{ outcome: string }>`select submit_recovery(${secretHash}, ${tx.now}) as outcome`)
    .outcome;
}

export async function confirmCase(tx: Tx, tokenHash: string): Promise<"confirmed" | "gone"> {
  return onlyRow(
    await tx.rows<{ outcome: "confirmed" | "gone" }>`select confirm_recovery(${tokenHash}, ${tx.now}) as outcome`,
  ).outcome;
}

export type StateRow = {
  readonly reference: string;
  readonly code: string;
  readonly status: RecoveryStatus;
  readonly reason: RecoveryReason | null;
  readonly waits_until: Date | null;
  readonly sides: RecoverySide[];
};

export async function stateOf(tx: ReadTx, tokenHash: string): Promise<StateRow | undefined> {
  const [row] = await tx.rows<StateRow>`
    select reference, code, status, reason, waits_until, sides
    from recovery_state(${tokenHash})`;
  return row;
}

export async function stopByLink(tx: Tx, tokenHash: string): Promise<"stopped" | "gone"> {
  return onlyRow(
    await tx.rows<{ outcome: "stopped" | "gone" }>`select stop_recovery(${tokenHash}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function stopOwn(tx: Tx, userId: bigint): Promise<"stopped" | "gone"> {
  return onlyRow(
    await tx.rows<{ outcome: "stopped" | "gone" }>`select stop_own_recovery(${userId}, ${tx.now}) as outcome`,
  ).outcome;
}

/** When the link of a recovery that runs comes, or came; undefined where none runs. */
export async function runningOf(tx: ReadTx, userId: bigint): Promise<Date | undefined> {
  const [row] = await tx.rows<{ waits_until: Date }>`
    select waits_until
    from account_recoveries
    where user_id = ${userId} and status in ('approved', 'ready')`;
  return row?.waits_until;
}

/** The account of a link to a new password; undefined for one that has expired. */
export async function findRecoveryUser(tx: ReadTx, tokenHash: string): Promise<bigint | undefined> {
  const rows = await tx.rows<{ user_id: bigint | null }>`select recovery_user(${tokenHash}) as user_id`;
  return onlyRow(rows).user_id ?? undefined;
}

export type MailRow = {
  readonly reference: string;
  readonly status: RecoveryStatus;
  readonly user_id: bigint | null;
  readonly email_sealed: Uint8Array;
  readonly old_email_sealed: Uint8Array | null;
  readonly lang: Locale;
  readonly reason: RecoveryReason | null;
  readonly waits_until: Date | null;
  readonly has_confirm_link: boolean;
  readonly has_stop_link: boolean;
};

/** For workers, which write to both mailboxes; that one link is sent `note_recovery_link` sees to. */
export async function findForMail(tx: ReadTx, reference: string): Promise<MailRow | undefined> {
  const [row] = await tx.rows<MailRow>`
    select reference, status, user_id, email_sealed, old_email_sealed, lang, reason, waits_until,
      confirm_hash is not null as has_confirm_link, stop_hash is not null as has_stop_link
    from account_recoveries
    where reference = ${reference}`;
  return row;
}

type Link = { readonly reference: string; readonly kind: "confirm" | "stop"; readonly tokenHash: string };

/** False where the case is in another state, or has its link. */
export async function noteLink(tx: Tx, { reference, kind, tokenHash }: Link): Promise<boolean> {
  return onlyRow(
    await tx.rows<{ is_noted: boolean }>`select note_recovery_link(${reference}, ${kind}, ${tokenHash}) as is_noted`,
  ).is_noted;
}

/** Approved ones whose owner was notified and whose wait is over, the oldest first. */
export async function dueCases(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ reference: string }>`
    select reference
    from account_recoveries
    where status = 'approved' and waits_until <= ${tx.now}::timestamptz and stop_hash is not null
    order by waits_until
    limit 50`;
  return rows.map(({ reference }) => reference);
}

type Opening = {
  readonly reference: string;
  readonly tokenHash: string;
  readonly emailSealed: Uint8Array;
  readonly emailIndex: Uint8Array;
};

export async function openCase(tx: Tx, one: Opening): Promise<boolean> {
  return onlyRow(
    await tx.rows<{ is_open: boolean }>`
      select open_recovery(${one.reference}, ${one.tokenHash}, ${one.emailSealed}, ${one.emailIndex}, ${tx.now}) as is_open`,
  ).is_open;
}

export async function countEnded(tx: Tx): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select end_old_recoveries() as many`).many;
}

export async function countErased(tx: Tx): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select erase_recoveries() as many`).many;
}

/** As the owner of the tables: cases sealed with another secret end. Returns the line for the operator. */
export async function endRecoveries(db: Db, version: number): Promise<string> {
  const { many } = onlyRow(
    await db.tx((tx) => tx.rows<{ many: number }>`select forget_recoveries_but(${version}) as many`),
  );
  return `ended ${many} recoveries of accounts; their users have to ask again`;
}

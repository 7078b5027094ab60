/** The SQL of guests: codes that confirm an email, and links to a ticket. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

type NewCode = {
  readonly secretHash: string;
  readonly codeHash: Uint8Array;
  readonly minutes: number;
  readonly tries: number;
};

export async function insertCode(tx: Tx, { secretHash, codeHash, minutes, tries }: NewCode): Promise<void> {
  await tx.rows`
    insert into support_codes (secret_hash, code_hash, tries_left, created_at, expires_at)
    values (${secretHash}, ${codeHash}, ${tries}, ${tx.now}, ${tx.now}::timestamptz + make_interval(mins => ${minutes}))`;
}

export type CodeRow = { readonly code_hash: Uint8Array; readonly tries_left: number; readonly expires_at: Date };

/** Undefined for one that was spent. */
export async function lockCode(tx: Tx, secretHash: string): Promise<CodeRow | undefined> {
  const [row] = await tx.rows<CodeRow>`
    select code_hash, tries_left, expires_at
    from support_codes
    where secret_hash = ${secretHash} and spent_at is null
    for update`;
  return row;
}

export async function countWrongCode(tx: Tx, secretHash: string): Promise<void> {
  await tx.rows`
    update support_codes
    set tries_left = tries_left - 1
    where secret_hash = ${secretHash}`;
}

export async function spendCode(tx: Tx, secretHash: string): Promise<void> {
  await tx.rows`
    update support_codes
    set spent_at = ${tx.now}
    where secret_hash = ${secretHash}`;
}

const LINK_DAYS = 90;

export async function insertLink(
  tx: Tx,
  { tokenHash, ticketId }: { tokenHash: string; ticketId: bigint },
): Promise<void> {
  await tx.rows`
    insert into support_links (token_hash, ticket_id, created_at, expires_at)
    values (${tokenHash}, ${ticketId}, ${tx.now}, ${tx.now}::timestamptz + make_interval(days => ${LINK_DAYS}))`;
}

export async function numberByLink(tx: ReadTx, tokenHash: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ number: string }>`
    select ticket.number
    from support_links link
    join support_tickets ticket on ticket.id = link.ticket_id
    where link.token_hash = ${tokenHash} and link.expires_at > ${tx.now}`;
  return row?.number;
}

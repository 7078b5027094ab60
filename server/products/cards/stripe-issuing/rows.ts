/** The SQL of cards that an issuer has. */
import type { CardStatus } from "#contract/products/card-names.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type SendRow = {
  hash: string;
  user_id: bigint;
  status: CardStatus;
  payment_limit: bigint | null;
  day_limit: bigint | null;
  month_limit: bigint | null;
  issuer_ref: string | null;
  version: number;
  tries: number;
  holder_ref: string | null;
  address_sealed: Buffer;
  given_at: Date;
};

export async function beginSends(tx: Tx, issuer: string, most: number): Promise<SendRow[]> {
  return tx.rows<SendRow>`
    select hash, user_id, status, payment_limit, day_limit, month_limit, issuer_ref, version, tries, holder_ref, address_sealed, given_at
    from begin_card_sends(${issuer}, ${most}, ${tx.now})`;
}

export type Sending =
  | { readonly outcome: "made"; readonly issuer_ref: string; readonly last4: string; readonly expires_on: string }
  | { readonly outcome: "sent"; readonly version: number }
  | { readonly outcome: "refused" | "unknown"; readonly fault: string };

export async function endSend(tx: Tx, hash: string, sent: Sending): Promise<void> {
  await tx.rows`select end_card_send(${JSON.stringify({ hash, ...sent })}::jsonb, ${tx.now}) as ended`;
}

export async function keepHolder(
  tx: Tx,
  { userId, issuer, reference }: { userId: bigint; issuer: string; reference: string },
): Promise<void> {
  await tx.rows`select keep_card_holder(${userId}, ${issuer}, ${reference}, ${tx.now}) as kept`;
}

/** Our cards by the issuer's ids of them. */
export async function cardsByRef(tx: ReadTx, refs: readonly string[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await tx.rows<{ issuer_ref: string; hash: string }>`
    select issuer_ref, hash
    from cards
    where issuer_ref = any(${refs}::text[])`;
  return new Map(rows.map(({ issuer_ref, hash }) => [issuer_ref, hash]));
}

export async function hasHolder(tx: ReadTx, userId: bigint, issuer: string): Promise<boolean> {
  const rows = await tx.rows<{ is_known: boolean }>`
    select exists (
      select from card_holders
      where user_id = ${userId} and issuer = ${issuer} and (issuer_ref is not null or exists (
        select from cards where cards.user_id = ${userId} and not is_refused))) as is_known`;
  return onlyRow(rows).is_known;
}

type Heard = { readonly id: bigint; readonly found: string; readonly key: string; readonly entries: readonly object[] };

export async function bookMessage(tx: Tx, { id, found, key, entries }: Heard): Promise<void> {
  await tx.rows`select book_issuer_message(${id}, ${found}, ${key}, ${JSON.stringify(entries)}::jsonb, ${tx.now}) as outcome`;
}

export async function bookEntries(tx: Tx, source: string, entries: readonly object[]): Promise<void> {
  await tx.rows`select book_issuer_entries(${JSON.stringify(entries)}::jsonb, ${source}, ${tx.now}) as booked`;
}

/** The SQL of cards that an issuer has. */
import type { CardStatus, DisputeReason } from "#contract/products/cards/names.ts";
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

export type DisputeRow = {
  hash: string;
  /** The issuer's id of what was taken. */
  entry_id: string;
  reason: DisputeReason;
  /** Null once the account is closed. */
  evidence: string | null;
  usd_units: bigint;
  issuer_ref: string | null;
};

export async function beginDisputes(tx: Tx, issuer: string, most: number): Promise<DisputeRow[]> {
  return tx.rows<DisputeRow>`
    select hash, entry_id, reason, evidence, usd_units, issuer_ref
    from begin_dispute_sends(${issuer}, ${most}, ${tx.now})`;
}

export type DisputeSending =
  | { readonly outcome: "made"; readonly issuer_ref: string }
  | { readonly outcome: "sent" }
  | { readonly outcome: "incomplete" | "refused" | "unknown"; readonly fault: string };

export async function endDispute(tx: Tx, hash: string, sent: DisputeSending): Promise<void> {
  await tx.rows`select end_dispute_send(${JSON.stringify({ hash, ...sent })}::jsonb, ${tx.now}) as ended`;
}

type SentDispute = { hash: string; card: string; issuer_ref: string };

/** With this id of the issuer's, or ours. */
export async function disputeOf(
  tx: ReadTx,
  { ref, hash }: { ref: string; hash: string | undefined },
): Promise<{ hash: string; card: string } | undefined> {
  const [row] = await tx.rows<{ hash: string; card: string }>`
    select one.hash, card.hash as card
    from card_disputes one
    join cards card on card.id = one.card_id
    where one.issuer_ref = ${ref} or (one.issuer_ref is null and one.hash = ${hash ?? ""})`;
  return row;
}

/** Those that the issuer has not answered, or not long ago. */
export async function disputesSince(tx: ReadTx, issuer: string, since: Date): Promise<SentDispute[]> {
  return tx.rows<SentDispute>`
    select one.hash, card.hash as card, one.issuer_ref
    from card_disputes one
    join cards card on card.id = one.card_id
    where card.issuer = ${issuer} and one.issuer_ref is not null and (one.ended_at is null or one.ended_at >= ${since})
    order by one.id`;
}

/** Of these ids of entries, those that were booked. */
export async function bookedOf(tx: ReadTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ external_id: string }>`
    select external_id
    from card_entries
    where external_id = any(${ids}::text[])`;
  return new Set(rows.map(({ external_id }) => external_id));
}

type Heard = { readonly id: bigint; readonly found: string; readonly key: string; readonly entries: readonly object[] };

export async function bookMessage(tx: Tx, { id, found, key, entries }: Heard): Promise<void> {
  await tx.rows`select book_issuer_message(${id}, ${found}, ${key}, ${JSON.stringify(entries)}::jsonb, ${tx.now}) as outcome`;
}

export async function bookEntries(tx: Tx, source: string, entries: readonly object[]): Promise<void> {
  await tx.rows`select book_issuer_entries(${JSON.stringify(entries)}::jsonb, ${source}, ${tx.now}) as booked`;
}

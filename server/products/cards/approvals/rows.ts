/** The SQL of online payments that users are asked about. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type ApprovalRow = {
  hash: string;
  label: string;
  last4: string | null;
  merchant: string;
  country: string;
  currency: string;
  amount_units: bigint;
  usd_units: bigint;
  is_waited: boolean;
  asked_at: Date;
  expires_at: Date;
};

/** That wait now, oldest first. */
export async function waitingApprovals(tx: ReadTx, userId: bigint): Promise<ApprovalRow[]> {
  return tx.rows<ApprovalRow>`
    select one.hash, card.label, card.last4, one.question ->> 'merchant' as merchant, one.question ->> 'country' as country,
      one.question ->> 'currency' as currency, (one.question ->> 'amount_units')::bigint as amount_units, one.usd_units, one.is_waited,
      one.asked_at, one.expires_at
    from card_approvals one
    join cards card on card.id = one.card_id
    where one.user_id = ${userId} and one.status = 'waiting' and one.expires_at > ${tx.now}
    order by one.id`;
}

/** The outcome: see answer_card_approval. */
export async function answerRow(
  tx: Tx,
  { hash, userId, isYes }: { hash: string; userId: bigint; isYes: boolean },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select answer_card_approval(${hash}, ${userId}, ${isYes}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function lapse(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ lapsed: number }>`select lapse_card_approvals(${most}, ${tx.now}) as lapsed`;
  return onlyRow(rows).lapsed;
}

export type AskedPayment = { outcome: string; usd_units: bigint; waits_until: Date | null };

/** How a payment stands, by the issuer's id of it. */
export async function askedPayment(tx: ReadTx, id: string): Promise<AskedPayment | undefined> {
  const [row] = await tx.rows<AskedPayment>`
    select coalesce(one.decline_code, 'approved') as outcome, one.usd_units, null::timestamptz as waits_until
    from card_authorizations one
    where one.external_id = ${id} and one.status <> 'unseen'
    union all
    select 'approval', asked.usd_units, asked.expires_at
    from card_approvals asked
    where asked.question ->> 'id' = ${id} and asked.status = 'waiting'
    limit 1`;
  return row;
}

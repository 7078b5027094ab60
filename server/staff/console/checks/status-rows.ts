/** The SQL of the operator's look at the market. */
import type { ReadTx } from "../../../platform/postgres/db.ts";

export type StandingHalt = { name: string; reason: string; since: Date };

export async function standingHalts(tx: ReadTx): Promise<StandingHalt[]> {
  return tx.rows<StandingHalt>`
    select name, reason, since
    from halts
    order by since, name`;
}

export async function staffByRole(tx: ReadTx): Promise<{ role: string; usernames: string[] }[]> {
  return tx.rows<{ role: string; usernames: string[] }>`
    select role, array_agg(username order by username) as usernames
    from user_roles
    join users on users.id = user_roles.user_id
    group by role
    order by role`;
}

/** Of those whose money has not gone and not come back. */
export async function openSendOuts(tx: ReadTx): Promise<{ status: string; count: number }[]> {
  return tx.rows<{ status: string; count: number }>`
    select status, count(*)::int as count
    from send_outs
    where status in ('reserved', 'sending')
    group by status
    order by status`;
}

export type RefusedPayment = { code: string; purpose: string; payment: string; times: number; last_at: Date };

/** Refusals of the signer within a day, by reason. */
export async function refusedPayments(tx: ReadTx): Promise<RefusedPayment[]> {
  return tx.rows<RefusedPayment>`
    select code, purpose, (array_agg(payment order by last_at desc))[1] as payment, sum(times)::int as times,
      max(last_at) as last_at
    from signer_refusals
    where last_at > ${tx.now}::timestamptz - interval '1 day'
    group by code, purpose
    order by code, purpose`;
}

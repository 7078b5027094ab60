/** The SQL of sign-ins that a signed-in browser approves. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

type Of = { readonly userId: bigint; readonly requestId: string };

/** The number that the new browser shows; undefined where nothing waits under this id for this user. */
export async function findWaiting(tx: ReadTx, { userId, requestId }: Of): Promise<{ number: number } | undefined> {
  const [row] = await tx.rows<{ number: number }>`
    select number
    from sign_in_approvals
    where public_id = ${requestId} and user_id = ${userId} and state = 'pending' and expires_at > market_now()`;
  return row;
}

/** False where it was decided meanwhile, or is over. */
export async function decide(tx: Tx, { userId, requestId }: Of, state: "approved" | "denied"): Promise<boolean> {
  const rows = await tx.rows`
    update sign_in_approvals
    set state = ${state}, decided_at = ${tx.now}
    where public_id = ${requestId} and user_id = ${userId} and state = 'pending' and expires_at > ${tx.now}::timestamptz
    returning id`;
  return rows.length > 0;
}

/** Whether this sign-in of the user was approved, and still waits to be finished. */
export async function isApproved(
  tx: ReadTx,
  { userId, signInId }: { userId: bigint; signInId: string },
): Promise<boolean> {
  const rows = await tx.rows`
    select
    from sign_in_approvals
    where sign_in_id = ${signInId} and user_id = ${userId} and state = 'approved' and expires_at > market_now()`;
  return rows.length > 0;
}

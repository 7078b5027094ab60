/** The SQL of sign-ins that other browsers of the account are asked to approve. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { Held } from "./pending-rows.ts";

export type ApprovalState = "pending" | "approved" | "denied";

export type WatchedRow = {
  readonly number: number;
  readonly state: ApprovalState;
  readonly expires_at: Date;
  readonly is_over: boolean;
};

export type AskedRow = Omit<WatchedRow, "number"> & {
  readonly public_id: string;
  readonly choices: number[];
  readonly ip: string;
  readonly user_agent: string;
  readonly made_at: Date;
};

type Asking = {
  readonly pendingId: bigint;
  readonly publicId: string;
  readonly number: number;
  readonly choices: readonly number[];
  readonly network: string;
};

export async function askOthers(tx: Tx, { pendingId, publicId, number, choices, network }: Asking): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select ask_sign_in_approval(${pendingId}, ${publicId}, ${number}, ${choices}::int[], ${network}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Of a sign-in by its token and browser, also after it has ended. */
export async function findWatched(tx: ReadTx, { tokenHash, browserHash }: Held): Promise<WatchedRow | undefined> {
  const [row] = await tx.rows<WatchedRow>`
    select asked.number, asked.state, asked.expires_at, asked.expires_at <= market_now() as is_over
    from pending_sign_ins sign_in
    join sign_in_approvals asked on asked.pending_id = sign_in.id
    where sign_in.token_hash = ${tokenHash} and sign_in.browser_hash = ${browserHash}`;
  return row;
}

/** Of a person within a day, newest first; over as well where the sign-in was finished in another way. */
export function approvalsOf(tx: ReadTx, userId: bigint): Promise<AskedRow[]> {
  return tx.rows<AskedRow>`
    select asked.public_id, asked.choices, asked.ip, asked.user_agent, asked.made_at, asked.state, asked.expires_at,
      asked.expires_at <= market_now() or sign_in.spent_at is not null as is_over
    from sign_in_approvals asked
    join pending_sign_ins sign_in on sign_in.id = asked.pending_id
    where asked.user_id = ${userId} and asked.made_at > market_now() - interval '1 day'
    order by asked.id desc`;
}

/** False where it is not theirs, or waits no longer. */
export async function deny(tx: Tx, { publicId, userId }: { publicId: string; userId: bigint }): Promise<boolean> {
  const rows = await tx.rows<{ denied: boolean }>`select deny_sign_in(${publicId}, ${userId}) as denied`;
  return onlyRow(rows).denied;
}

/** Those that ended unfinished go into the activity of their accounts; how many there were, of a few. */
export async function tellUnfinished(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ ended: number }>`select tell_unfinished_sign_ins(500) as ended`;
  return onlyRow(rows).ended;
}

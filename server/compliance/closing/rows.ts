/** The SQL of accounts that close. The database alone writes what it is about. */
import type { Closing, ClosingReason } from "#contract/compliance/closing.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type ClosureRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly reason: ClosingReason;
  readonly asked_at: Date;
  readonly due_at: Date;
};

/** What waits; undefined where nobody has asked for it. */
export async function standingClosure(tx: ReadTx, userId: bigint): Promise<ClosureRow | undefined> {
  const [row] = await tx.rows<ClosureRow>`
    select id, user_id, reason, asked_at, due_at
    from account_closures
    where user_id = ${userId} and withdrawn_at is null and closed_at is null`;
  return row;
}

export function obstaclesOf(tx: ReadTx, userId: bigint): Promise<Closing["obstacles"]> {
  return tx.rows<Closing["obstacles"][number]>`select code, detail from closing_obstacles(${userId})`;
}

export type AskOutcome = "asked" | "exists" | "obstacles" | "unproved";

type Asking = { readonly userId: bigint; readonly sessionId: bigint; readonly reason: ClosingReason };

/** Locks the user, spends the proof and ends their other sessions. */
export async function askForClosing(tx: Tx, { userId, sessionId, reason }: Asking): Promise<AskOutcome> {
  const [row] = await tx.rows<{ outcome: AskOutcome }>`
    select ask_to_close(${userId}, ${reason}, ${sessionId}) as outcome`;
  return row?.outcome ?? "obstacles";
}

/** False where nothing waits. */
export async function takeBack(tx: Tx, userId: bigint): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`select take_back_closing(${userId}) as done`;
  return row?.done ?? false;
}

/** Those whose time has come after this one, in order. */
export function dueClosures(tx: ReadTx, { after, most }: { after: bigint; most: number }): Promise<ClosureRow[]> {
  return tx.rows<ClosureRow>`
    select id, user_id, reason, asked_at, due_at
    from account_closures
    where withdrawn_at is null and closed_at is null and due_at <= market_now() and id > ${after}
    order by id
    limit ${most}`;
}

export type CloseOutcome = "closed" | "withdrawn" | "early" | "waits";

/** Replaces the name of a closed account. */
export type Nobody = {
  readonly username: string;
  readonly referralCode: string;
  readonly emailSealed: Uint8Array;
  readonly emailIndex: Uint8Array;
  readonly firstNameSealed: Uint8Array;
  readonly lastNameSealed: Uint8Array;
  readonly birthDateSealed: Uint8Array;
};

export async function closeForGood(tx: Tx, closureId: bigint, nobody: Nobody): Promise<CloseOutcome> {
  const [row] = await tx.rows<{ outcome: CloseOutcome }>`
    select close_account(
      ${closureId}, ${nobody.username}, ${nobody.referralCode}, ${nobody.emailSealed}, ${nobody.emailIndex},
      ${nobody.firstNameSealed}, ${nobody.lastNameSealed}, ${nobody.birthDateSealed}) as outcome`;
  return row?.outcome ?? "withdrawn";
}

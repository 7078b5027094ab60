/** The SQL of staff acts. */
import type { ReadTx, Tx } from "../../platform/db.ts";

/** Lets one transaction at a time add to the chain, until it ends. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx.rows`select pg_advisory_xact_lock(${CHAIN_LOCK})`;
}

export type StaffAct = {
  /** Null for the operator of the machine, as whom only the owner of the database writes. */
  readonly staffId: bigint | null;
  readonly act: string;
  readonly subject: string;
  readonly reason: string;
};

const CHAIN_LOCK = 7265004;

/** Of the newest act. */
export async function lastDigest(tx: ReadTx): Promise<Uint8Array | undefined> {
  const [row] = await tx.rows<{ digest: Uint8Array }>`
    select digest
    from staff_acts
    order by id desc
    limit 1`;
  return row?.digest;
}

export async function insertStaffAct(
  tx: Tx,
  { staffId, act, subject, reason, previous, digest }: StaffAct & { previous: Uint8Array; digest: Uint8Array },
): Promise<void> {
  await tx.rows`
    insert into staff_acts (staff_id, act, subject, reason, at, previous, digest)
    values (${staffId}, ${act}, ${subject}, ${reason}, ${tx.now}, ${previous}, ${digest})`;
}

/** In the order of the chain. */
export async function allStaffActs(tx: ReadTx): Promise<StaffActRow[]> {
  return tx.rows<StaffActRow>`
    select id, staff_id, act, subject, reason, at, previous, digest
    from staff_acts
    order by id`;
}

export type StaffActRow = {
  id: bigint;
  staff_id: bigint | null;
  act: string;
  subject: string;
  reason: string;
  at: Date;
  previous: Uint8Array;
  digest: Uint8Array;
};

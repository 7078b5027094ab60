/** What staff did, in a chain: each row carries the digest of the one before, so that none can be taken out unseen. */
import { createHash } from "node:crypto";
import type { ReadTx, Tx } from "../../platform/db.ts";

export type StaffAct = {
  readonly staffId: bigint;
  readonly act: string;
  readonly subject: string;
  readonly reason: string;
};

const CHAIN_LOCK = 7265004;

export async function recordStaffAct(tx: Tx, { staffId, act, subject, reason }: StaffAct): Promise<void> {
  await tx.rows`select pg_advisory_xact_lock(${CHAIN_LOCK})`;
  const [last] = await tx.rows<{ digest: Uint8Array }>`
    select digest
    from staff_acts
    order by id desc
    limit 1`;
  const previous = Buffer.from(last?.digest ?? new Uint8Array(32));
  const digest = digestOf({ staffId, act, subject, reason, at: tx.now, previous });

  await tx.rows`
    insert into staff_acts (staff_id, act, subject, reason, at, previous, digest)
    values (${staffId}, ${act}, ${subject}, ${reason}, ${tx.now}, ${previous}, ${digest})`;
}

type Link = StaffAct & { readonly at: Date; readonly previous: Uint8Array };

function digestOf({ staffId, act, subject, reason, at, previous }: Link): Buffer {
  const text = JSON.stringify([String(staffId), act, subject, reason, at.getTime()]);
  return createHash("sha256").update(previous).update(text).digest();
}

/** I13: the ids of rows whose link does not hold. */
export async function brokenLinks(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{
    id: bigint;
    staff_id: bigint;
    act: string;
    subject: string;
    reason: string;
    at: Date;
    previous: Uint8Array;
    digest: Uint8Array;
  }>`
    select id, staff_id, act, subject, reason, at, previous, digest
    from staff_acts
    order by id`;
  const broken: string[] = [];
  let previous: Uint8Array = new Uint8Array(32);
  for (const row of rows) {
    const expected = digestOf({ ...row, staffId: row.staff_id, previous });
    if (!expected.equals(row.digest) || !Buffer.from(row.previous).equals(previous)) broken.push(`staff act ${row.id}`);
    previous = row.digest;
  }
  return broken;
}

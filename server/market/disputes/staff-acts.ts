/** What staff did, in a chain: each row carries the digest of the one before, so that none can be taken out unseen. */
import { createHash } from "node:crypto";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { allStaffActs, insertStaffAct, lastDigest, lockChain, type StaffAct } from "./staff-act-rows.ts";

export async function recordStaffAct(tx: Tx, { staffId, act, subject, reason }: StaffAct): Promise<void> {
  await lockChain(tx);
  const last = await lastDigest(tx);
  const previous = Buffer.from(last ?? new Uint8Array(32));
  const digest = digestOf({ staffId, act, subject, reason, at: tx.now, previous });

  await insertStaffAct(tx, { staffId, act, subject, reason, previous, digest });
}

type Link = StaffAct & { readonly at: Date; readonly previous: Uint8Array };

function digestOf({ staffId, act, subject, reason, at, previous }: Link): Buffer {
  const text = JSON.stringify([String(staffId), act, subject, reason, at.getTime()]);
  return createHash("sha256").update(previous).update(text).digest();
}

/** Returns the rows whose digest does not follow from the row before (I13 of docs/invariants.md). */
export async function brokenLinks(tx: ReadTx): Promise<string[]> {
  const rows = await allStaffActs(tx);
  const broken: string[] = [];
  let previous: Uint8Array = new Uint8Array(32);
  for (const row of rows) {
    const expected = digestOf({ ...row, staffId: row.staff_id, previous });
    if (!expected.equals(row.digest) || !Buffer.from(row.previous).equals(previous)) broken.push(`staff act ${row.id}`);
    previous = row.digest;
  }
  return broken;
}

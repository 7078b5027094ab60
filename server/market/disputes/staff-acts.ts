/** What staff did, in a chain: each row carries the digest of the one before, so that none can be taken out unseen. */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import {
  addOperatorAct,
  allStaffActs,
  newestStaffActs,
  noteStaffAct,
  type StaffAct,
  type StaffActRow,
} from "./staff-act-rows.ts";

/**
 * The database adds it to the chain. Of the staff these are acts about disputes: changes of theirs are written as they are made.
 * Refuses auth.forbidden to who lost their role meanwhile, or was restricted; from then on no role changes until the end.
 */
export async function recordStaffAct(tx: Tx, { staffId, ...act }: StaffAct): Promise<void> {
  if (staffId === null) await addOperatorAct(tx, act);
  else if (!(await noteStaffAct(tx, { staffId, ...act }))) throw new Refusal("auth.forbidden");
}

type Link = StaffAct & { readonly at: Date; readonly previous: Uint8Array };

function digestOf({ staffId, act, subject, reason, at, previous }: Link): Buffer {
  const text = JSON.stringify([String(staffId), act, subject, reason, at.getTime()]);
  return createHash("sha256").update(previous).update(text).digest();
}

/** Returns the rows whose digest does not follow from the row before (I13 of docs/invariants.md). */
export async function brokenLinks(tx: ReadTx): Promise<string[]> {
  return brokenAmong(await allStaffActs(tx), new Uint8Array(32));
}

const NEWEST = 100;

/** Of the newest rows only; what the first of them follows is believed. */
export async function newBrokenLinks(tx: ReadTx): Promise<string[]> {
  const rows = await newestStaffActs(tx, NEWEST);
  return brokenAmong(rows, (rows.length === NEWEST && rows[0]?.previous) || new Uint8Array(32));
}

function brokenAmong(rows: readonly StaffActRow[], begin: Uint8Array): string[] {
  const broken: string[] = [];
  let previous = begin;
  for (const row of rows) {
    const expected = digestOf({ ...row, staffId: row.staff_id, previous });
    if (!expected.equals(row.digest) || !Buffer.from(row.previous).equals(previous)) broken.push(`staff act ${row.id}`);
    previous = row.digest;
  }
  return broken;
}

/**
 * What staff did, in a chain: each row carries the digest of the one before, so that none can be taken out unseen. It is over
 * commitments to the words, which can be erased.
 */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import {
  addOperatorAct,
  allStaffActs,
  newestStaffActs,
  noteStaffAct,
  type StaffAct,
  type StaffActRow,
} from "./rows.ts";

/**
 * The database adds it to the chain. Of the staff these are acts about disputes: changes of theirs are written as they are made.
 * Refuses auth.forbidden to staff who lost their role meanwhile, or were restricted; from then on no role changes until the end.
 */
export async function recordStaffAct(tx: Tx, { staffId, ...act }: StaffAct): Promise<void> {
  if (staffId === null) await addOperatorAct(tx, act);
  else if (!(await noteStaffAct(tx, { staffId, ...act }))) throw new Refusal("auth.forbidden");
}

/** As `staff_act_link` of the database: over commitments, so that words can be erased. */
function digestOf(row: StaffActRow, previous: Uint8Array): Buffer {
  const [subject, reason] = [row.subject_commitment, row.reason_commitment].map((one) =>
    Buffer.from(one).toString("hex"),
  );
  const text = JSON.stringify([String(row.staff_id), row.act, subject, reason, row.at.getTime()]);
  return createHash("sha256").update(previous).update(text).digest();
}

/** Whether the words are those that were sealed, or were erased whole. */
function keepsItsWords({ salt, subject, reason, subject_commitment, reason_commitment }: StaffActRow): boolean {
  if (!salt) return subject === "" && reason === "";
  const sealed = (field: string, words: string) =>
    createHash("sha256").update(salt).update(`${field}\n${words}`).digest();
  return sealed("subject", subject).equals(subject_commitment) && sealed("reason", reason).equals(reason_commitment);
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
  return judged(rows, begin).flatMap(({ id, isLinked, keepsWords }) =>
    isLinked && keepsWords ? [] : [`staff act ${id}`],
  );
}

export type JudgedAct = {
  readonly id: bigint;
  readonly staffId: bigint | null;
  readonly act: string;
  readonly subject: string;
  /** It follows from the one before it, and is what it was. */
  readonly isLinked: boolean;
  readonly keepsWords: boolean;
  readonly isErased: boolean;
  readonly link: string;
};

/** All of them in the order of the chain, each with what is wrong with it. */
export async function judgedActs(tx: ReadTx): Promise<JudgedAct[]> {
  return judged(await allStaffActs(tx), new Uint8Array(32));
}

function judged(rows: readonly StaffActRow[], begin: Uint8Array): JudgedAct[] {
  let previous = begin;
  return rows.map((row) => {
    const isLinked = digestOf(row, previous).equals(row.digest) && Buffer.from(row.previous).equals(previous);
    previous = row.digest;
    return {
      ...{ id: row.id, staffId: row.staff_id, act: row.act, subject: row.subject, isLinked },
      keepsWords: keepsItsWords(row),
      isErased: row.salt === null,
      link: Buffer.from(row.digest).toString("hex"),
    };
  });
}

/** The SQL of staff acts. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type StaffAct = {
  /** Null for the operator of the machine, as whom only the owner of the database writes. */
  readonly staffId: bigint | null;
  readonly act: string;
  readonly subject: string;
  readonly reason: string;
};

/** An act of a staff member. Returns false and writes nothing if they are not on the staff any more, or restricted. */
export async function noteStaffAct(tx: Tx, { staffId, act, subject, reason }: StaffAct): Promise<boolean> {
  const [row] = await tx.rows<{ noted: boolean }>`
    select note_staff_act(${staffId}, ${act}, ${subject}, ${reason}, ${tx.now}) as noted`;
  return row?.noted ?? false;
}

/** The operator's: for the owner of the tables only. */
export async function addOperatorAct(tx: Tx, { act, subject, reason }: Omit<StaffAct, "staffId">): Promise<void> {
  await tx.rows`select add_staff_act(null, ${act}, ${subject}, ${reason}, ${tx.now})`;
}

/** For the owner of the tables only. False where there is no such act, or its words are gone already. */
export async function eraseStaffAct(tx: Tx, { id, reason }: { id: bigint; reason: string }): Promise<boolean> {
  const [row] = await tx.rows<{ erased: boolean }>`select erase_staff_act(${id}, ${reason}, ${tx.now}) as erased`;
  return row?.erased ?? false;
}

/** In the order of the chain. */
export async function allStaffActs(tx: ReadTx): Promise<StaffActRow[]> {
  return tx.rows<StaffActRow>`
    select id, staff_id, act, subject, reason, at, previous, digest, salt, subject_commitment, reason_commitment
    from staff_acts
    order by id`;
}

/** The newest, in the order of the chain. */
export async function newestStaffActs(tx: ReadTx, limit: number): Promise<StaffActRow[]> {
  const rows = await tx.rows<StaffActRow>`
    select id, staff_id, act, subject, reason, at, previous, digest, salt, subject_commitment, reason_commitment
    from staff_acts
    order by id desc
    limit ${limit}`;
  return rows.reverse();
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
  /** Null where the words were erased. */
  salt: Uint8Array | null;
  subject_commitment: Uint8Array;
  reason_commitment: Uint8Array;
};

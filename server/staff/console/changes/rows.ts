/** The SQL of what administrators change, and of their desk. The changes themselves are functions of the database. */
import type { HaltName, Role } from "#contract/staff/names.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export type ChangeAsked = {
  readonly hash: string;
  readonly kind: string;
  /** Whose; null for halts, settings, and flags of everybody. */
  readonly userId: bigint | null;
  readonly detail: string;
  readonly reason: string;
  readonly staffId: bigint;
};

export async function changeByStaff(
  tx: Tx,
  { hash, kind, userId, detail, reason, staffId }: ChangeAsked,
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from change_by_staff(${hash}, ${kind}, ${userId}, ${detail}, ${reason}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function confirmChange(tx: Tx, { hash, staffId }: Pick<ChangeAsked, "hash" | "staffId">): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from confirm_staff_change(${hash}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** Writes the events of a role that was given or taken: for them, and of a given one for every administrator. */
export async function tellOfRole(
  tx: Tx,
  { kind, userId, role }: { kind: "grant_role" | "revoke_role"; userId: bigint; role: Role },
): Promise<void> {
  await tx.rows`select tell_staff_change(${kind}, ${userId}, ${role}, ${tx.now})`;
}

export type ChangeRow = {
  hash: string;
  kind:
    | "grant_role"
    | "set_level"
    | "lift_halt"
    | "set_setting"
    | "post_journal"
    | "give_badge"
    | "give_perk"
    | "give_cashback"
    | "set_ambassador"
    | "end_order"
    | "end_cards"
    | "accept_lightning";
  user_id: bigint | null;
  username: string | null;
  detail: string;
  reason: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
};

export async function findChange(tx: ReadTx, hash: string): Promise<ChangeRow | undefined> {
  const [row] = await tx.rows<ChangeRow>`
    select change.hash, change.kind, change.user_id, person.username, change.detail, change.reason,
      proposer.username as proposed_by, change.proposed_at, change.expires_at
    from staff_changes change
    join users proposer on proposer.id = change.proposed_by
    left join users person on person.id = change.user_id
    where change.hash = ${hash}`;
  return row;
}

/** Those that another administrator may still confirm, oldest first. */
export async function waitingChanges(tx: ReadTx): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>`
    select change.hash, change.kind, change.user_id, person.username, change.detail, change.reason,
      proposer.username as proposed_by, change.proposed_at, change.expires_at
    from staff_changes change
    join users proposer on proposer.id = change.proposed_by
    left join users person on person.id = change.user_id
    where change.confirmed_at is null and change.expires_at > ${tx.now}::timestamptz
    order by change.id`;
}

export type StaffRow = { username: string; role: Role; decides_from: Date | null };

export async function staffRows(tx: ReadTx): Promise<StaffRow[]> {
  return tx.rows<StaffRow>`
    select username, role, case when decides_from > ${tx.now}::timestamptz then decides_from end as decides_from
    from user_roles
    join users on users.id = user_roles.user_id
    order by role, username`;
}

export type HaltRow = { name: HaltName; reason: string; since: Date; takes_two: boolean };

export async function haltRows(tx: ReadTx): Promise<HaltRow[]> {
  return tx.rows<HaltRow>`
    select name, reason, since,
      takes_two or name = 'ledger' or exists (select from invariant_checks where broken > 0) as takes_two
    from halts
    order by since, name`;
}

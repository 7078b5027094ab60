/** The SQL of proofs of what staff change, from the signer's own reading of their roles and the current values. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { type ProofRow, proofsWritten } from "./proof-rows.ts";

/**
 * Writes the proofs of administrators: for the role, level, badge, discount or cashback of another user, or its
 * removal, for a halt, a setting or a flag, or for a manual journal of another administrator.
 * Returns their places in the list.
 */
export async function insertStaffProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with asked as (
      select (asked.place - 1)::int as place, asked.user_id, asked.kind, asked.id, asked.detail, asked.method
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::text[], ${asked.map(({ detail }) => detail)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, kind, id, detail, method, place)
      where exists (
        select from user_roles granted where granted.user_id = asked.user_id and granted.role = 'admin')
    ), open as (
      select asked.place, asked.user_id, asked.method, null::bigint as usd_cents,
        staff_change_subject(asked.kind, person.id, asked.detail) as subject
      from asked
      left join users person on lower(person.username) = lower(asked.id)
        and asked.kind in ('grant_role', 'revoke_role', 'set_level', 'give_badge', 'take_badge', 'give_perk', 'take_perk', 'set_user_flag',
          'give_cashback', 'post_journal', 'set_ambassador', 'end_order')
      where case
        when asked.kind in ('grant_role', 'set_level', 'give_badge', 'give_perk', 'give_cashback', 'post_journal', 'set_ambassador', 'end_order')
          then person.id <> asked.user_id
        when asked.kind in ('revoke_role', 'take_badge', 'take_perk', 'set_user_flag') then person.id is not null
        else true
      end
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** Writes the proofs of staff whose role permits it, for the account of another user. Returns their places in the list. */
export async function insertRestrictionProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with open as (
      select (asked.place - 1)::int as place, asked.user_id, asked.method, null::bigint as usd_cents,
        restriction_subject(asked.kind, asked.user_id, asked.id, asked.detail) as subject
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::text[], ${asked.map(({ detail }) => detail)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, kind, id, detail, method, place)
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** Writes the proofs of staff who may approve the waiting documents of another user, or request new ones. Returns their places in the list. */
export async function insertVerificationProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with open as (
      select (asked.place - 1)::int as place, asked.user_id, asked.method, null::bigint as usd_cents,
        case asked.kind
          when 'demand_verification' then verification_demand_subject(asked.user_id, asked.id, asked.detail)
          else verification_subject(asked.user_id, asked.id)
        end as subject
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::text[], ${asked.map(({ detail }) => detail)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, kind, id, detail, method, place)
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** Writes the proofs of staff who may approve a waiting recovery of another user. Returns their places in the list. */
export async function insertRecoveryProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with open as (
      select (asked.place - 1)::int as place, asked.user_id, asked.method, null::bigint as usd_cents,
        recovery_subject(asked.user_id, asked.id) as subject
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ id }) => id)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, id, method, place)
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** Writes the proofs of supermoderators and administrators for a waiting send-out of another user. Returns their places in the list. */
export async function insertStopProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with open as (
      select (asked.place - 1)::int as place, asked.user_id, asked.method, null::bigint as usd_cents,
        send_out_stop_subject(asked.user_id, asked.id) as subject
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ id }) => id)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, id, method, place)
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** When they decide by a role of theirs, and by that of an administrator; null where they do already, or have none. */
export type RolesBegin = { readonly any: Date | null; readonly admin: Date | null };

/** Those of these users with a role that is not effective yet. */
export async function rolesBegin(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, RolesBegin>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.rows<{ user_id: bigint; any_role: Date | null; admin: Date | null }>`
    select user_id,
      case when min(coalesce(decides_from, '-infinity')) > ${tx.now}::timestamptz then min(decides_from) end as any_role,
      max(decides_from) filter (where role = 'admin' and decides_from > ${tx.now}::timestamptz) as admin
    from user_roles
    where user_id = any(${userIds}::bigint[])
    group by user_id
    having max(decides_from) > ${tx.now}::timestamptz`;
  return new Map(rows.map(({ user_id, any_role, admin }) => [user_id, { any: any_role, admin }]));
}

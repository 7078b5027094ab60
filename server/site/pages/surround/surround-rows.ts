/** The SQL of what every page says of its reader, in one statement. */
import type { AskedProof } from "#contract/platform/page.ts";
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import { type ReadTx, sql } from "../../../platform/postgres/db.ts";
import type { OwnFlags } from "../../../reference/flags/index.ts";
import { READER_COLUMNS, type ReaderRow } from "../../../people/accounts/index.ts";
import { MOST_UNREAD } from "../../../reach/notifications/index.ts";

export type LinesRow = {
  asked: { proof: AskedProof; is_again: boolean }[];
  company: "unverified" | "not_accepted" | null;
  has_due_policies: boolean;
  restrictions: { state: RestrictionState; reason_code: string; case_number: string; review_at: string }[];
};

export type PersonRow = ReaderRow &
  LinesRow & {
    active_trades: string[];
    unread: number;
    unread_chats: number;
    last_seq: string;
    favorites: string[];
    hides_owners: boolean;
    own_flags: OwnFlags;
  };

/** The facts for the banners above a page: `users` is the viewer's row. */
const LINES = sql`
  coalesce(
    (select jsonb_agg(
       jsonb_build_object('proof', demand.kind, 'is_again', exists (
         select
         from verifications before
         where before.user_id = users.id and before.kind = demand.kind and before.status in ('approved', 'ended')))
       order by demand.kind)
     from verification_demands demand
     where demand.user_id = users.id and demand.kind <> 'company' and demand.met_at is null), '[]') as asked,
  case when users.corporate_since is not null and users.company_name_sealed is null then (
    select case
      when latest.status is null and coalesce(users.company_postponed_until, '-infinity') <= market_now()
        then 'unverified'
      when latest.status in ('rejected', 'ended') then 'not_accepted'
    end
    from (values (1)) as one (row)
    left join lateral (
      select verifications.status
      from verifications
      where verifications.user_id = users.id and verifications.kind = 'company' and verifications.submitted_at is not null
        and verifications.started_at >= users.corporate_since
      order by verifications.id desc
      limit 1) as latest on true)
  end as company,
  exists (
    select
    from policy_versions known
    where known.is_for_all and known.version > coalesce(
      (select max(accepted.version)
       from policy_acceptances accepted
       where accepted.user_id = users.id and accepted.policy = known.policy), 1)) as has_due_policies,
  coalesce(
    (select jsonb_agg(
       jsonb_build_object('state', state, 'reason_code', reason_code, 'case_number', case_number, 'review_at', review_at)
       order by id)
     from user_restrictions
     where user_restrictions.user_id = users.id and lifted_at is null), '[]') as restrictions`;

/** The most favorites that are sent at once; a user with this many may have more. */
export const MOST_FAVORITES = 300;

export async function personRow(tx: ReadTx, userId: bigint): Promise<PersonRow | undefined> {
  const [row] = await tx.rows<PersonRow>`
    select ${READER_COLUMNS},
      array(
        select trades.hash
        from running_trades running
        join trades on trades.id = running.trade_id
        where running.buyer_id = ${userId} or running.seller_id = ${userId}
        order by running.trade_id desc) as active_trades,
      (select count(*)::int
       from (
         select
         from notifications
         where notifications.user_id = ${userId} and read_at is null
         limit ${MOST_UNREAD}) as unread) as unread,
      (select count(*)::int
       from (
         select
         from direct_members
         where direct_members.user_id = ${userId} and direct_members.unread > 0 and not direct_members.is_muted
           and not direct_members.is_archived and direct_members.state <> 'declined'
         limit ${MOST_UNREAD}) as unread) as unread_chats,
      coalesce(
        (select last_seq from live_channels where live_channels.name = 'user:' || users.external_id), 0)::text as last_seq,
      array(
        select offers.hash
        from offer_favorites kept
        join offers on offers.id = kept.offer_id
        where kept.user_id = ${userId}
        limit ${MOST_FAVORITES}) as favorites,
      exists (
        select
        from user_relations
        where is_blocked and (user_id = ${userId} or other_id = ${userId})) as hides_owners,
      flags_of(${userId}) as own_flags,
      ${LINES}
    from users
    where id = ${userId}`;
  return row;
}

export async function linesRow(tx: ReadTx, userId: bigint): Promise<(LinesRow & { is_demo: boolean }) | undefined> {
  const [row] = await tx.rows<LinesRow & { is_demo: boolean }>`
    select users.is_demo, ${LINES}
    from users
    where users.id = ${userId}`;
  return row;
}

/** The SQL about those who want to take offers. */
import { type ReadTx, sql } from "../../../platform/postgres/db.ts";

export type TakerRow = {
  id: bigint;
  offer_id: bigint;
  past: number;
  is_trusted: boolean;
  is_blocked: boolean;
  shows_full_name: boolean;
  /** Of the same kind as the owner: both demo, or neither. */
  is_alike: boolean;
  fee_bp: number;
};

/** To trade partners. A user who acts for a company is shown by the company's name only: the legal one, not a trading name. */
const SHOWS_FULL_NAME = sql`
  case when person.corporate_since is null then person.full_name_visibility in ('full_name', 'everyone', 'trusted_and_partners')
    else person.company_name_sealed is not null and not (person.shows_business_name and person.trading_name is not null) end`;

/** Of a pair of a user and an offer; `at` is when they would trade. */
const STANDING = sql`
  pair.id, pair.offer_id,
  fee_bp_of(
    case pair.side when 'sell' then pair.owner_id else pair.id end, pair.method_id,
    case pair.side when 'sell' then pair.manual_fee_bp end, pair.at) as fee_bp,
  coalesce((select trades_successful from user_reputation rep where rep.user_id = pair.id), 0) as past,
  (
    select ${SHOWS_FULL_NAME} or (
      person.corporate_since is null and person.full_name_visibility = 'trusted' and exists (
        select from user_relations rel
        where rel.user_id = pair.id and rel.other_id = pair.owner_id and rel.is_trusted
      ))
    from users person
    where person.id = pair.id
  ) as shows_full_name,
  (
    select person.is_demo = owner.is_demo
    from users person, users owner
    where person.id = pair.id and owner.id = pair.owner_id
  ) as is_alike,
  exists (
    select 1 from user_relations rel
    where rel.user_id = pair.owner_id and rel.other_id = pair.id and rel.is_trusted
  ) as is_trusted,
  exists (
    select 1 from user_relations rel
    where rel.is_blocked
      and ((rel.user_id = pair.owner_id and rel.other_id = pair.id)
        or (rel.user_id = pair.id and rel.other_id = pair.owner_id))
  ) as is_blocked`;

type ListingFacts = { blocked_by: string[]; blocked: string[] };

/** Users who blocked a user, and whom that user blocked. */
export async function listingFacts(tx: ReadTx, userId: bigint): Promise<ListingFacts | undefined> {
  const [row] = await tx.rows<ListingFacts>`
    select
      array(select user_id from user_relations where is_blocked and other_id = ${userId})::text[] as blocked_by,
      array(select other_id from user_relations where is_blocked and user_id = ${userId})::text[] as blocked`;
  return row;
}

type ReaderFacts = {
  past: number;
  is_demo: boolean;
  offers_in: string[];
  shows_full_name: boolean;
  /** Shows it to those whom they trust alone. */
  names_to_trusted: boolean;
  blocks: string[];
  trusted_by: string[];
  trusts: string[];
};

/** What STANDING says of a user and each owner, for all owners at once. */
export async function readerFacts(tx: ReadTx, userId: bigint): Promise<ReaderFacts | undefined> {
  const [row] = await tx.rows<ReaderFacts>`
    select
      coalesce((select trades_successful from user_reputation where user_id = person.id), 0) as past,
      person.is_demo, ${SHOWS_FULL_NAME} as shows_full_name,
      array(select distinct crypto from offers where owner_id = person.id and deleted_at is null order by crypto) as offers_in,
      person.corporate_since is null and person.full_name_visibility = 'trusted' as names_to_trusted,
      array(
        select user_id from user_relations where is_blocked and other_id = person.id
        union
        select other_id from user_relations where is_blocked and user_id = person.id)::text[] as blocks,
      array(select user_id from user_relations where is_trusted and other_id = person.id)::text[] as trusted_by,
      array(select other_id from user_relations where is_trusted and user_id = person.id)::text[] as trusts
    from users person
    where person.id = ${userId}`;
  return row;
}

/** A user's relation to an offer and its owner, and the balance of an account; null where nothing was ever posted to it. */
export async function takerRow(
  tx: ReadTx,
  { userId, offerId, account }: { readonly userId: bigint; readonly offerId: bigint; readonly account: string },
): Promise<(TakerRow & { units: bigint | null }) | undefined> {
  const [row] = await tx.rows<TakerRow & { units: bigint | null }>`
    select ${STANDING}, (select balance_units from ledger_accounts where name = ${account}) as units
    from (
      select ${userId}::bigint as id, offers.id as offer_id, offers.owner_id, offers.side, offers.method_id,
        offers.manual_fee_bp, ${tx.now}::timestamptz as at
      from offers
      where offers.id = ${offerId}
    ) as pair`;
  return row;
}

/** Each user's relation to an offer and its owner at a time, in one statement. */
export async function takerRows(
  tx: ReadTx,
  pairs: readonly { readonly userId: bigint; readonly offerId: bigint }[],
  at: Date,
): Promise<TakerRow[]> {
  return tx.rows<TakerRow>`
    select ${STANDING}
    from (
      select wanted.id, wanted.offer_id, offers.owner_id, offers.side, offers.method_id, offers.manual_fee_bp,
        ${at}::timestamptz as at
      from unnest(
        ${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ offerId }) => offerId)}::bigint[]
      ) as wanted (id, offer_id)
      join offers on offers.id = wanted.offer_id
    ) as pair`;
}

/** Of the session that a user used last; undefined without one. */
export async function addressOf(tx: ReadTx, userId: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ ip: string }>`
    select ip
    from sessions
    where user_id = ${userId} and ended_at is null
    order by seen_at desc
    limit 1`;
  return row?.ip;
}

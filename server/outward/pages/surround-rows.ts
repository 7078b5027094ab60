/** The SQL of what every page says of its reader, in one statement. */
import type { ReadTx } from "../../platform/db.ts";
import { MOST_UNREAD } from "../notifications/index.ts";

export type PersonRow = {
  username: string;
  external_id: string;
  email_sealed: Uint8Array;
  first_name_sealed: Uint8Array;
  last_name_sealed: Uint8Array;
  is_email_confirmed: boolean;
  country_iso: string;
  currency_code: string;
  is_demo: boolean;
  is_balance_hidden: boolean;
  active_trades: string[];
  unread: number;
  last_seq: string;
  favorites: string[];
  hides_owners: boolean;
};

/** So many favorites are told at once; somebody who has as many may have more. */
export const MOST_FAVORITES = 300;

export async function personRow(tx: ReadTx, userId: bigint): Promise<PersonRow | undefined> {
  const [row] = await tx.rows<PersonRow>`
    select username, external_id::text, email_sealed, first_name_sealed, last_name_sealed,
      email_confirmed_at is not null as is_email_confirmed, country_iso, currency_code, is_demo, is_balance_hidden,
      array(
        select hash
        from trades
        where ended_at is null and (buyer_id = ${userId} or seller_id = ${userId})) as active_trades,
      (select count(*)::int
       from (
         select
         from notifications
         where notifications.user_id = ${userId} and read_at is null
         limit ${MOST_UNREAD}) as unread) as unread,
      coalesce(
        (select last_seq from live_channels where name = 'user:' || users.external_id), 0)::text as last_seq,
      array(
        select offers.hash
        from offer_favorites kept
        join offers on offers.id = kept.offer_id
        where kept.user_id = ${userId}
        limit ${MOST_FAVORITES}) as favorites,
      exists (
        select
        from user_relations
        where is_blocked and (user_id = ${userId} or other_id = ${userId})) as hides_owners
    from users
    where id = ${userId}`;
  return row;
}
